import Glibc

/// One subject under one load.
struct Sample: Codable, CustomStringConvertible {
    var messagesPerSecond: Double
    /// Microseconds of processor time per message.
    var cpu: Double
    /// In bytes.
    var memory: Int
    var busy: Busy

    var description: String {
        "\(Int(messagesPerSecond)) messages/s, \((cpu * 10).rounded() / 10) µs each, \(busy)"
    }
}

/// Milliseconds from a publish to its output, and for one page on the disk; the gateway's
/// microseconds per fix.
struct LatencySample: Codable, CustomStringConvertible {
    var echo, disk, gateway: Percentiles
    var cpu: Double

    var description: String {
        "echo \(echo), disk \(disk), roost \(gateway), \(Int(cpu)) µs CPU each"
    }
}

/// The median of the measured times, and their 99th percentile.
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

    /// The value at or below which this share of all values lies.
    static func value(_ share: Double, of sorted: [Double]) -> Double {
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }
}

/// How many processors each of the three kept busy, while the load went through.
struct Busy: Codable, CustomStringConvertible {
    var subject, broker, publisher: Double

    /// The bottleneck: what was busy all the time.
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
