import RoostCore
import RoostFormats

extension Health {
    /// From this many on, the broker or a subscriber is slow.
    private static let longQueue = 1000
    /// From this many milliseconds on, messages wait for the disk.
    private static let slowTurn = 1000.0
    /// What was wrong longer ago is over, in seconds.
    private static let recent = 86400.0

    /// What the counters and the problems say.
    func findings(at now: Timestamp) -> [Finding] {
        var faults = problemsByName.map { Finding(.gateway, .error, "\($0.name): \($0.problem)") }
        func warn(_ text: String, advice: String) {
            faults.append(Finding(.gateway, .warning, text, advice: advice))
        }
        if queue >= Self.longQueue {
            warn(
                "\(queue) messages wait for the broker",
                advice: "is its machine busy, and is max_inflight_messages there above 20?")
        }
        if slowestBatch >= Self.slowTurn {
            warn(
                "a batch of messages took \((slowestBatch / 1000).secondsInWords)",
                advice: "is the disk slow, or the machine busy?")
        }
        if let lastAhead = counts.lastAhead, now.seconds(since: lastAhead) < Self.recent {
            warn(
                "\(counts.fixesAhead) of \(counts.fixes) positions were from later than now",
                advice: "let the phones, and this machine, set their clocks by the network")
        }
        let refusals = counts.lastRefused.sorted { $0.key.rawValue < $1.key.rawValue }
        for (reason, last) in refusals where now.seconds(since: last.time) < Self.recent {
            let detail = last.detail.isEmpty ? "" : ": \(last.detail)"
            warn(
                "\(counts.refused[reason.rawValue, default: 0]) refused as \(reason.rawValue), "
                    + "the last one \(now.seconds(since: last.time).secondsInWords) ago "
                    + "on \(last.topic)\(detail)",
                advice: reason.advice)
        }
        let age = now.seconds(since: started).secondsInWords
        let well = "running for \(age), \(counts.received) messages"
        return faults.isEmpty ? [Finding(.gateway, .ok, well)] : faults
    }
}

extension Refusal.Reason {
    /// What to do about messages refused for this reason.
    fileprivate var advice: String {
        switch self {
        case .unknownUser:
            "roost user add NAME lets the user in; users.auto_create does so for every phone"
        case .undecryptable:
            "owntracks.secrets_file needs the key that is set in the app; then roost reload"
        case .nestedEncryption: "is encryption set up twice on the way?"
        case .wrongUser: "a payload names another user than its topic: who publishes there?"
        case .tooManyDevices:
            "does the app change its device's name each time? roost user add NAME --device NAME"
        case .tooManyUsers:
            "who publishes for so many? `roost user list` names them; users.auto_create: false lets "
                + "nobody else in"
        case .noFix: "may the phone's app use the location?"
        case .retainedRequest: "clear it with mosquitto_pub -r -n -t TOPIC"
        case .notStorable: "that is a bug in Roost: please report what its log says"
        case .tooLarge, .invalidUTF8, .malformedJSON, .tooDeep, .missingField, .wrongType,
            .outOfRange, .unknownTopic, .invalidID:
            "what publishes there?"
        }
    }
}
