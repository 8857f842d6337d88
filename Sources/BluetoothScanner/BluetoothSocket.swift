import CBluetooth
import Glibc

/// A socket of the kernel's Bluetooth; one read gives one packet.
final class BluetoothSocket {
    enum Channel {
        /// Events of a controller and commands to it.
        case raw
        /// The kernel's management of all adapters.
        case management

        fileprivate var number: UInt16 {
            switch self {
            case .raw: UInt16(HCI_CHANNEL_RAW)
            case .management: UInt16(HCI_CHANNEL_CONTROL)
            }
        }
    }

    let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 4096)

    /// - Parameter adapter: 0xFFFF for none.
    init(_ channel: Channel, adapter: UInt16 = 0xffff) throws(SystemError) {
        let type = Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        descriptor = socket(
            AF_BLUETOOTH, type | Int32(SOCK_NONBLOCK.rawValue), BTPROTO_HCI)
        guard descriptor >= 0 else { throw SystemError() }
        var address = sockaddr_hci()
        address.hci_family = sa_family_t(AF_BLUETOOTH)
        address.hci_dev = adapter
        address.hci_channel = channel.number
        let result = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_hci>.size))
            }
        }
        guard result == 0 else { throw SystemError() }
        // A busy street sends in bursts; what does not fit is lost.
        var size = Int32(1 << 20)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit {
        close(descriptor)
    }

    /// Lets only these packets through, by packet type and event code.
    func filter(types: [Int32], events: [Int32]) {
        var filter = hci_filter()
        hci_filter_clear(&filter)
        for type in types { hci_filter_set_ptype(type, &filter) }
        for event in events { hci_filter_set_event(event, &filter) }
        setsockopt(
            descriptor, SOL_HCI, HCI_FILTER, &filter, socklen_t(MemoryLayout<hci_filter>.size))
    }

    /// The next packet; `nil` if there is none now.
    func read() throws(SystemError) -> ArraySlice<UInt8>? {
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count > 0 { return buffer[..<count] }
            if count == 0 { throw SystemError(code: EPIPE) }
            if errno == EAGAIN { return nil }
            if errno != EINTR { throw SystemError() }
        }
    }

    func write(_ packet: [UInt8]) throws(SystemError) {
        while Glibc.write(descriptor, packet, packet.count) < 0 {
            if errno != EINTR { throw SystemError() }
        }
    }
}
