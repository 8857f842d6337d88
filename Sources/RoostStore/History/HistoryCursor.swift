public import RoostCore

/// A position in a history, as text that a requester passes back.
///
/// Later entries come after it; within one moment, fixes come first, then transitions, then alerts.
public struct HistoryCursor: Hashable, Sendable {
    public let time: Timestamp
    let mark: Mark

    /// The last returned entry of that moment.
    enum Mark: Hashable, Sendable {
        case fix(hash: Int64, device: String)
        case transition(row: Int64)
        case alert(row: Int64)
        case end
    }

    enum Kind: Int {
        case fix, transition, alert, end
    }

    init(time: Timestamp, mark: Mark) {
        self.time = time
        self.mark = mark
    }

    /// After all that happened at `time`.
    public init(after time: Timestamp) {
        self.init(time: time, mark: .end)
    }

    /// Parses the output of `text`; `nil` for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
            .map(String.init)
        // Up to the end of the year 9999, so that an invented cursor cannot cause an overflow.
        guard parts.count > 1, let time = Int64(parts[0]), (0..<253_402_300_800_000) ~= time else {
            return nil
        }
        let mark: Mark
        switch (parts[1], parts.count) {
        case ("fix", 4):
            guard let hash = Int64(parts[2]) else { return nil }
            mark = .fix(hash: hash, device: parts[3])
        case ("transition", 3):
            guard let row = Int64(parts[2]) else { return nil }
            mark = .transition(row: row)
        case ("alert", 3):
            guard let row = Int64(parts[2]) else { return nil }
            mark = .alert(row: row)
        case ("end", 2):
            mark = .end
        default: return nil
        }
        self.init(time: Timestamp(milliseconds: time), mark: mark)
    }

    public var text: String {
        switch mark {
        case .fix(let hash, let device): "\(time.milliseconds).fix.\(hash).\(device)"
        case .transition(let row): "\(time.milliseconds).transition.\(row)"
        case .alert(let row): "\(time.milliseconds).alert.\(row)"
        case .end: "\(time.milliseconds).end"
        }
    }

    var kind: Kind {
        switch mark {
        case .fix: .fix
        case .transition: .transition
        case .alert: .alert
        case .end: .end
        }
    }

    /// The order by moment and kind; within a kind the store decides.
    var order: (Int64, Int) { (time.milliseconds, kind.rawValue) }
}
