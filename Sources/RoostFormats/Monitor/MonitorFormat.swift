import RoostCore

/// What the script `monitor` publishes; each machine that runs it is a node, named after its room.
enum MonitorFormat {
    private static let status = ShortWord("status")
    /// Topics below these hold commands for all machines.
    private static let commands = [ShortWord("scan"), ShortWord("setup")]

    /// `<node>/<device>`, or `<node>` alone in single-topic mode, and `<node>/status`.
    static func read(_ message: DialectMessage) throws(Refusal) -> Incoming {
        let (topic, payload) = (message.topic, message.payload)
        guard topic.count <= 2, !commands.contains(topic.word(0)) else { return .ignored }
        let room = topic.text(0)
        if topic.count == 2, topic.word(1) == status {
            guard !payload.isEmpty else { return .ignored }
            return .status(
                of: try ID<Node>(scanner: room), room: room,
                isOnline: try NodeFormats.isOnline(payload), isRetained: message.isRetained)
        }
        guard payload.isObject, let report = try MonitorReport(payload) else { return .ignored }
        return .heard(
            [report.sighting], by: try ID<Node>(scanner: room), room: room,
            sent: report.time, isRetained: message.isRetained)
    }
}
