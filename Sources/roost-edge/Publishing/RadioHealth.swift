import Logging

/// Whether a node's radio hears, and what people were told of that.
struct RadioHealth {
    /// What keeps it from hearing anything; `nil` if nothing does.
    private(set) var trouble: String?
    /// `nil` until it is known whether the node can hear.
    private(set) var isDeaf: Bool?
    /// What was told of why nothing is heard, since something last was.
    private var toldTroubles: Set<String> = []
    private var remarks: [String] = []
    private let logger: Logger

    init(logger: Logger) {
        self.logger = logger
    }

    /// - Returns: Whether the gateway should know at once.
    mutating func note(trouble: String?) -> Bool {
        guard trouble != self.trouble else { return false }
        self.trouble = trouble
        guard let trouble else {
            logger.notice("the node hears again")
            toldTroubles = []
            return true
        }
        // Two adapters that are tried in turn have a trouble each.
        guard toldTroubles.insert(trouble).inserted else { return false }
        logger.warning("nothing is heard: \(trouble)")
        return true
    }

    mutating func note(remarks: [String]) {
        for remark in remarks where !self.remarks.contains(remark) {
            logger.notice("\(remark)")
        }
        self.remarks = remarks
    }

    /// - Returns: Whether that is news: the node fell deaf, or hears from now on.
    mutating func note(isHearing: Bool) -> Bool {
        let hasTrouble = trouble != nil
        guard hasTrouble || isHearing, isDeaf != hasTrouble else { return false }
        isDeaf = hasTrouble
        return true
    }
}
