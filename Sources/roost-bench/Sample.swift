import Glibc

/// One subject under one load.
struct Sample: Codable, CustomStringConvertible {
    var messagesPerSecond: Double
    /// Microseconds of processor time for each message.
    var cpu: Double
    /// Bytes.
    var memory: Int
    var busy: Busy

    var description: String {
        "\(Int(messagesPerSecond)) messages/s, \((cpu * 10).rounded() / 10) µs each, \(busy)"
    }
}

/// Milliseconds from a publish to what comes of it, and of the disk for one page; the gateway's
/// microseconds for each fix.
struct LatencySample: Codable, CustomStringConvertible {
    var echo, disk, gateway: Percentiles
    var cpu: Double

    var description: String {
        "echo \(echo), disk \(disk), roost \(gateway), \(Int(cpu)) µs CPU each"
    }
}

/// What half of the measured times are below, and what all but a hundredth are.
struct Percentiles: Codable, CustomStringConvertible {
    let half, most: Double

    init(ofSorted times: [Double]) {
        half = Self.value(0.5, of: times)
        most = Self.value(0.99, of: times)
    }

    var description: String {
        let rounded = [half, most].map { ($0 * 100).rounded() / 100 }
        return "\(rounded[0]) and \(rounded[1]) ms"
    }

    /// The value that this share of all is at or below.
    static func value(_ share: Double, of sorted: [Double]) -> Double {
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }
}

/// How many processors each of the three kept busy, while the load went through.
struct Busy: Codable, CustomStringConvertible {
    var subject, broker, publisher: Double

    /// What nothing could be faster than: what was busy all the time.
    func limit(processors: Int) -> String {
        let most = 0.85
        if subject >= most { return "itself" }
        if broker >= most { return "broker" }
        if publisher >= most { return "publisher" }
        return subject + broker + publisher >= most * Double(processors) ? "machine" : "waiting"
    }

    var description: String {
        let shares = [subject, broker, publisher].map { String(Int(($0 * 100).rounded())) }
        return "busy \(shares.joined(separator: "/")) %"
    }
}

/// Seconds of processor time that each has used so far.
struct Work {
    let subject, broker, publisher: Double

    init(_ bed: Bed) {
        subject = bed.child.cpu
        broker = bed.broker.child.cpu
        publisher = processorTime(of: CLOCK_PROCESS_CPUTIME_ID)
    }
}
