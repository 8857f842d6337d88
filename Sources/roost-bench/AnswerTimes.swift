/// How long one kind of question takes to answer.
struct AnswerTimes: Codable {
    var kind: String
    /// How much was found each time, on average.
    var found: Double
    /// In milliseconds, like the two below.
    var median: Double
    var p99: Double
    var slowest: Double

    /// - Parameter prepare: Makes up a question, and returns a closure that answers it and counts
    ///   what is found; only the closure is timed.
    init(_ kind: String, of count: Int, _ prepare: () throws -> (() throws -> Int)) throws {
        var (times, found) = ([Double](), 0)
        for _ in 0..<count {
            let answer = try prepare()
            let began = ContinuousClock.now
            found += try answer()
            times.append(1000 * began.secondsUntilNow)
        }
        times.sort()
        self.kind = kind
        self.found = Double(found) / Double(count)
        median = times[times.count / 2]
        p99 = times[(times.count - 1) * 99 / 100]
        slowest = times[times.count - 1]
    }

    static func table(_ rows: [AnswerTimes], title: String) -> String {
        func short(_ number: Double) -> String { "\((100 * number).rounded() / 100)" }
        let head = [
            "| \(title) | found | median, ms | p99, ms | slowest, ms |",
            "| --- | --: | --: | --: | --: |",
        ]
        let lines = rows.map {
            "| \($0.kind) | \(short($0.found)) | \(short($0.median)) | \(short($0.p99)) "
                + "| \(short($0.slowest)) |"
        }
        return (head + lines).joined(separator: "\n")
    }
}

extension ContinuousClock.Instant {
    var secondsUntilNow: Double {
        let span = (ContinuousClock.now - self).components
        return Double(span.seconds) + Double(span.attoseconds) / 1e18
    }
}
