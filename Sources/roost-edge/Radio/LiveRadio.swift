import BluetoothScanner
import RoostCore
import RoostFormats

/// The adapters of this machine.
final class LiveRadio: Radio {
    private let scanner: BluetoothScanner
    private let recorder: Recorder?
    /// One for each adapter: each joins its own pieces.
    private var reports: [UInt16: AdvertisingReports] = [:]
    private let began = ContinuousClock.now

    /// Adapters take a moment to start.
    private static let patience = Duration.seconds(10)

    init(_ options: ScannerOptions, recorder: Recorder? = nil) {
        scanner = BluetoothScanner(options)
        self.recorder = recorder
    }

    let isOver = false
    let remarks: [String] = []
    var adapters: [UInt16: ScanningAdapter] { scanner.adapters }

    var trouble: String? {
        if let trouble = scanner.trouble { return trouble }
        let adapters = scanner.adapters
        if adapters.values.contains(where: \.state.isScanning) { return nil }
        let isPatient = ContinuousClock.now - began < Self.patience
        guard let (index, adapter) = adapters.min(by: { $0.key < $1.key }) else {
            return isPatient ? nil : "there is no such Bluetooth adapter: is it plugged in?"
        }
        if adapter.state == .starting, isPatient { return nil }
        return "hci\(index) \(adapter.state)"
    }

    func receive(timeout: Duration, _ handle: (HeardAdvertisement) -> Void) throws {
        var failure: (any Error)?
        scanner.receive(timeout: timeout) { packet in
            let time = WallClock.now
            for advertisement in advertisements(in: packet) {
                handle(
                    HeardAdvertisement(
                        advertisement: advertisement, adapter: packet.adapter, time: time))
                guard let recorder, packet.source == .management else { continue }
                for event in advertisement.hciEvents {
                    do {
                        try recorder.record(event: event, adapter: packet.adapter, at: time)
                    } catch {
                        failure = error
                    }
                }
            }
            if packet.source == .controller {
                do {
                    try recorder?.record(event: packet.bytes, adapter: packet.adapter, at: time)
                } catch {
                    failure = error
                }
            }
        }
        if let failure { throw failure }
    }

    func stop() {
        scanner.stop()
    }

    private func advertisements(in packet: RadioPacket) -> [Advertisement] {
        switch packet.source {
        case .controller:
            reports[packet.adapter, default: AdvertisingReports()]
                .advertisements(in: packet.bytes[...])
        case .management:
            ManagementEvent(packet.bytes[...]).map { [$0.advertisement] } ?? []
        }
    }
}
