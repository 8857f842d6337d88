import RoostCore
import RoostFormats

/// Whether a silence is the radio's fault.
///
/// People leave with their tags, but not all of a neighbourhood's things fall silent in one minute.
struct Deafness {
    private var senders: [BluetoothAddress: Timestamp] = [:]
    private var lastHeard: Timestamp?
    /// How many different senders there were in the minute before the last advertisement.
    private var company = 0
    private var nextCount: Timestamp?

    /// Seconds of silence that are suspicious; by then the scan was started anew once.
    private static let longestSilence = 90.0
    /// Senders that do not fall silent together by chance.
    private static let leastCompany = 4
    private static let memory = 60.0
    private static let room = 256

    mutating func hear(_ advertisement: Advertisement, at time: Timestamp) {
        lastHeard = time
        guard let address = advertisement.address else { return }
        if senders[address] != nil || senders.count < Self.room { senders[address] = time }
        if let nextCount, time < nextCount { return }
        nextCount = time.advanced(bySeconds: 5)
        senders = senders.filter { time.seconds(since: $0.value) < Self.memory }
        company = senders.count
    }

    /// Why nothing is heard though it should be; `nil` while that is not so.
    func reason(at now: Timestamp) -> String? {
        guard let lastHeard, company >= Self.leastCompany else { return nil }
        let silence = now.seconds(since: lastHeard)
        guard silence > Self.longestSilence else { return nil }
        return "nothing was heard for \(Int(silence)) s, where \(company) devices were before"
    }
}
