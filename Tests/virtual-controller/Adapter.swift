import Glibc
import VirtualController

/// An adapter of this kernel, made by `/dev/vhci`, with a virtual controller behind it.
struct Adapter {
    let descriptor: Int32
    private var controller: VirtualController

    /// `nil` where the kernel has no such device.
    init?(_ controller: VirtualController) {
        descriptor = open("/dev/vhci", O_RDWR | O_CLOEXEC)
        self.controller = controller
        // Asks for an adapter; the kernel would make one by itself only after a second.
        guard descriptor >= 0, send([0xff, 0x00]) else { return nil }
    }

    /// As if somebody pulled it out.
    func unplug() { close(descriptor) }

    enum Event {
        /// The kernel made the adapter with this number.
        case made(Int)
        case scan(isOn: Bool)
    }

    /// Takes one packet of the kernel, which must be waiting, and answers it.
    mutating func serve() -> Event? {
        var packet = [UInt8](repeating: 0, count: 2048)
        let count = read(descriptor, &packet, packet.count)
        guard count > 0 else { return nil }
        if packet[0] == 0xff { return .made(Int(packet[2]) | Int(packet[3]) << 8) }
        let before = controller.scan
        if let event = controller.answer(Array(packet[..<count])) { send(event) }
        guard (before == nil) != (controller.scan == nil) else { return nil }
        return .scan(isOn: controller.scan != nil)
    }

    /// - Returns: how many of the adverts the kernel was told of.
    mutating func hear(_ adverts: [Advert]) -> Int {
        let (events, count) = controller.hear(adverts)
        // The kernel takes nothing from an adapter that is down.
        return events.map(send).contains(false) ? 0 : count
    }

    @discardableResult
    private func send(_ packet: [UInt8]) -> Bool {
        write(descriptor, packet, packet.count) == packet.count
    }
}
