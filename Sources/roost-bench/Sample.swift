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

/// Milliseconds from a publish to what comes of it, and the gateway's microseconds for each fix.
struct LatencySample: Codable, CustomStringConvertible {
    var echo50, echo99, gateway50, gateway99, cpu: Double

    var description: String {
        let times = [echo50, echo99, gateway50, gateway99].map { ($0 * 100).rounded() / 100 }
        return "echo \(times[0]) and \(times[1]) ms, roost \(times[2]) and \(times[3]) ms, "
            + "\(Int(cpu)) µs CPU each"
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
