import BluetoothScanner
import RoostCore
import RoostFormats

/// The adapters of this machine.
final class LiveRadio: Radio {
    private let scanner: BluetoothScanner
    private var recorder: Recorder?
    /// Whether to go on without recording if that fails.
    private let mayForgo: Bool
    private var recordingTrouble: String?
    /// One for each adapter: each joins its own fragments.
    private var reports: [UInt16: AdvertisingReports] = [:]
    private let began = ContinuousClock.now

    /// Adapters take a moment to start.
    private static let patience = Duration.seconds(10)

    init(_ options: ScannerOptions, recorder: Recorder? = nil, mayForgoRecording: Bool = false) {
        scanner = BluetoothScanner(options)
        self.recorder = recorder
        mayForgo = mayForgoRecording
    }

    var condition: RadioCondition {
        let adapters = scanner.adapters
        return RadioCondition(
            isHearing: adapters.values.contains(where: \.state.isScanning), adapters: adapters,
            trouble: trouble,
            remarks: [scanner.remark, recordingTrouble].compactMap { $0 },
            malformed: reports.values.reduce(0) { $0 + $1.malformedCount })
    }

    private var trouble: String? {
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
        var records: [(event: [UInt8], adapter: UInt16, time: Timestamp)] = []
        scanner.receive(timeout: timeout) { packet in
            let (time, moment) = (Timestamp.now, ContinuousClock.now)
            for advertisement in advertisements(in: packet) {
                handle(
                    HeardAdvertisement(
                        advertisement: advertisement, adapter: packet.adapter, time: time,
                        moment: moment))
                if recorder != nil, packet.source == .management {
                    records += advertisement.hciEvents.map { ($0, packet.adapter, time) }
                }
            }
            if recorder != nil, packet.source == .controller {
                records.append((packet.bytes, packet.adapter, time))
            }
        }
        do throws(RecordingError) {
            for (event, adapter, time) in records {
                try recorder?.record(event: event, adapter: adapter, at: time)
            }
        } catch {
            guard mayForgo else { throw error }
            recorder = nil
            recordingTrouble = "what is heard is no longer recorded: \(error)"
        }
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
            Advertisement(managementEvent: packet.bytes[...]).map { [$0] } ?? []
        }
    }
}
