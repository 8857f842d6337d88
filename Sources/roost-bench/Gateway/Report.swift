/// The measurements, for people and as JSON.
struct Report: Codable {
    var users: Int
    var tags: Int
    var messages: Int
    var rounds: Int
    var isDebugBuild: Bool
    var processors: Int
    var throughput: [Row] = []
    var latency: LatencyRow?
    /// In bytes.
    var memory: Spread?

    /// The median of the rounds, and the minimum and maximum.
    struct Spread: Codable {
        var median, least, most: Double

        init(_ values: [Double]) {
            let sorted = values.sorted()
            median = Percentiles.value(0.5, of: sorted)
            least = sorted.first ?? 0
            most = sorted.last ?? 0
        }
    }

    /// One subject under one load; the ratios to each floor are of the medians.
    struct Row: Codable {
        var load: LoadKind
        var subject: Subject
        var messagesPerSecond: Spread
        /// Microseconds per message, which is tenths of a second per 100,000.
        var cpuMicroseconds: Spread
        var memory: Spread
        /// Medians.
        var busy: Busy
        /// What was busy all the time: the subject, the broker, the publisher, the machine, or
        /// nothing.
        var limit: String
        var ofCounting: Double
        var ofInserting: Double
    }

    struct LatencyRow: Codable {
        /// In milliseconds: the broker alone, one disk sync, and the gateway.
        var echo50, echo99, disk50, disk99, gateway50, gateway99: Spread
        /// The gateway's microseconds per fix at this rate, where each is a transaction.
        var cpuMicroseconds: Spread
        var toEcho99, toEchoAndDisk99: Double
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
        func spread(_ value: (LatencySample) -> Double) -> Spread { Spread(samples.map(value)) }
        latency = LatencyRow(
            echo50: spread(\.echo.half), echo99: spread(\.echo.most),
            disk50: spread(\.disk.half), disk99: spread(\.disk.most),
            gateway50: spread(\.gateway.half), gateway99: spread(\.gateway.most),
            cpuMicroseconds: spread(\.cpu),
            toEcho99: spread { $0.gateway.most / $0.echo.most }.median,
            toEchoAndDisk99: spread { $0.gateway.most / ($0.echo.most + $0.disk.most) }.median)
    }
}
