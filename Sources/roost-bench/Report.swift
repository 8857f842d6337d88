import Foundation

/// What was measured, for people and as JSON.
struct Report: Codable {
    var users: Int
    var tags: Int
    var messages: Int
    var rounds: Int
    var isDebugBuild: Bool
    var processors: Int
    var throughput: [Row] = []
    var latency: LatencyRow?
    /// Bytes.
    var memory: Spread?

    /// The middle of the rounds, and the least and the most of them.
    struct Spread: Codable {
        var median, least, most: Double

        init(_ values: [Double]) {
            let sorted = values.sorted()
            median = Latency.percentile(0.5, of: sorted)
            least = sorted.first ?? 0
            most = sorted.last ?? 0
        }
    }

    /// One subject under one load; the ratios are to each floor, of the medians.
    struct Row: Codable {
        var load: LoadKind
        var subject: Subject
        var messagesPerSecond: Spread
        /// Microseconds for each message, which is tenths of seconds for 100,000.
        var cpuMicroseconds: Spread
        var memory: Spread
        /// Medians.
        var busy: Busy
        /// What was busy all the time: itself, the broker, the publisher, the machine, or nothing.
        var limit: String
        var ofCounting: Double
        var ofInserting: Double
    }

    struct LatencyRow: Codable {
        var echo50, echo99, gateway50, gateway99: Spread
        /// The gateway's microseconds for each fix at this rate, where each is a transaction.
        var cpuMicroseconds: Spread
        var ratio99: Double
    }

    mutating func add(_ kind: LoadKind, _ samples: [Subject: [Sample]]) {
        func rate(_ subject: Subject) -> Spread {
            Spread((samples[subject] ?? []).map(\.messagesPerSecond))
        }
        for subject in Subject.allCases {
            let own = samples[subject] ?? []
            let busy = Busy(
                subject: Spread(own.map(\.busy.subject)).median,
                broker: Spread(own.map(\.busy.broker)).median,
                publisher: Spread(own.map(\.busy.publisher)).median)
            throughput.append(
                Row(
                    load: kind, subject: subject, messagesPerSecond: rate(subject),
                    cpuMicroseconds: Spread(own.map(\.cpu)),
                    memory: Spread(own.map { Double($0.memory) }),
                    busy: busy, limit: busy.limit(processors: processors),
                    ofCounting: rate(subject).median / rate(.counting).median,
                    ofInserting: rate(subject).median / rate(.inserting).median))
        }
    }

    mutating func add(_ samples: [LatencySample]) {
        let row = LatencyRow(
            echo50: Spread(samples.map(\.echo50)), echo99: Spread(samples.map(\.echo99)),
            gateway50: Spread(samples.map(\.gateway50)),
            gateway99: Spread(samples.map(\.gateway99)),
            cpuMicroseconds: Spread(samples.map(\.cpu)),
            ratio99: Spread(samples.map { $0.gateway99 / $0.echo99 }).median)
        latency = row
    }
}
