/// Writes a load as fast as its subscriber keeps up.
///
/// The number of unanswered marks is limited, so that no queue of the broker is ever full; the same
/// limit holds back the gateway and the floors.
struct Publisher {
    let connection: Connection

    /// The most unanswered marks, each with a thousand messages before it.
    private static let mostMarks = 5
    /// The most publishes that the broker has not acknowledged.
    private static let mostPublishes = 2000
    /// After this long without any progress nothing more will come.
    private static let patience = Duration.seconds(60)
    /// After a minute the gateway considers a fix late, which is another kind of load.
    private static let longest = Duration.seconds(55)

    init(port: Int) throws {
        connection = try Connection(
            port: port, name: "bench-load", filters: [Subject.markResponse])
    }

    /// - Returns: How long it took until everything was committed.
    func push(_ load: Load) throws -> Duration {
        let start = ContinuousClock.now
        var lastProgress = start
        var written = 0
        var answered = 0
        var acknowledged = 0
        while answered < load.marks.count {
            let end = limit(load, answered: answered, acknowledged: acknowledged)
            let before = (written, answered)
            if written < end {
                written += try connection.write(load.bytes, from: written, to: end)
            }
            connection.wait(.milliseconds(100), toWrite: written < end)
            try connection.read { arrival in
                switch arrival {
                case .acknowledged: acknowledged += 1
                case .message: answered += 1
                case .other: break
                }
            }
            if before != (written, answered) { lastProgress = .now }
            guard .now - lastProgress < Self.patience else {
                throw Problem(
                    "nothing moves: \(answered) of \(load.marks.count) marks are answered")
            }
        }
        let time = .now - start
        guard acknowledged == (load.qos > 0 ? load.ends.count : 0) else {
            throw Problem("the broker took \(acknowledged) of \(load.ends.count) packets")
        }
        guard time < Self.longest else {
            throw Problem("it took \(time), so that the last were late: send fewer --messages")
        }
        return time
    }

    /// The byte up to which may be written now.
    private func limit(_ load: Load, answered: Int, acknowledged: Int) -> Int {
        var packets = load.ends.count
        let mark = answered + Self.mostMarks
        if mark < load.marks.count { packets = min(packets, load.marks[mark]) }
        if load.qos > 0 { packets = min(packets, acknowledged + Self.mostPublishes) }
        return load.ends[packets - 1]
    }
}
