import RoostCore
import RoostFormats

/// The gateway's health: its counters and its current problems.
struct Health: Sendable {
    let started: Timestamp
    /// What came.
    var counts = Counts()
    var commits = 0
    var published = 0
    var reconnects = 0
    /// What is wrong with each failing part; a solved problem is removed.
    var problems: [Part: String] = [:]
    var isConnected = false
    var queue = 0
    /// How much is free on the disk of the data, in bytes; `nil` if that is unknown.
    var diskFree: Int64?
    /// Messages per second in the last whole interval.
    var rate = 0.0
    /// The longest turn of the last interval from reading to acknowledging, in milliseconds.
    var slowestBatch = 0.0

    init(started: Timestamp) {
        self.started = started
    }

    var isHealthy: Bool { isConnected && problems.isEmpty }

    /// The problems by the names of their parts, in order.
    var problemsByName: [(name: String, problem: String)] {
        problems.map { (name: $0.key.rawValue, problem: $0.value) }.sorted { $0.name < $1.name }
    }
}

extension Health {
    /// A part of the gateway that can fail while the others work.
    enum Part: String {
        /// Having a connection at all.
        case broker
        /// Keeping it.
        case connection
        /// The room on it, and the file there.
        case disk
        case doors, publishing, reading, store, subscribing
    }

    /// The messages, and what they brought.
    struct Counts: Sendable {
        var received = 0
        var sightings = 0
        var fixes = 0
        /// Fixes of phones with a clock that runs ahead.
        var fixesAhead = 0
        /// When the last of them came.
        private(set) var lastAhead: Timestamp?
        var requests = 0
        /// By the name of the reason.
        private(set) var refused: [String: Int] = [:]
        /// When, on which topic, and what of it the last message was refused for each reason.
        private(set) var lastRefused:
            [Refusal.Reason: (time: Timestamp, topic: String, detail: String)] = [:]
    }
}

extension Health.Counts {
    mutating func note(_ event: Event, at now: Timestamp) {
        switch event {
        case .sightings(let batch): sightings += batch.sightings.count
        case .fix(let fix, _):
            fixes += 1
            // Whole seconds may have been rounded up.
            if fix.time.seconds(since: now) > 1 {
                fixesAhead += 1
                lastAhead = now
            }
        default: break
        }
    }

    mutating func note(_ refusal: Refusal, on topic: String, at now: Timestamp) {
        refused[refusal.reason.rawValue, default: 0] += 1
        lastRefused[refusal.reason] = (now, String(topic.prefix(120)), refusal.detail)
    }
}

extension Health: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("status", isHealthy ? "ok" : "degraded")
            json.member("connected", isConnected)
            json.object("problems") { json in
                for (name, problem) in problemsByName { json.member(name, problem) }
            }
            json.member("started", started)
            json.member("received", counts.received)
            json.member("rate", (rate * 10).rounded() / 10)
            json.member("lag_ms", slowestBatch.rounded())
            json.member("queue", queue)
            json.nullable("disk_free", diskFree.map(Int.init))
            json.member("sightings", counts.sightings)
            json.member("fixes", counts.fixes)
            json.member("fixes_ahead", counts.fixesAhead)
            json.member("requests", counts.requests)
            json.member("published", published)
            json.member("commits", commits)
            json.member("reconnects", reconnects)
            json.object("refused") { json in
                for (reason, count) in counts.refused.inOrder {
                    json.member(reason, count)
                }
            }
        }
    }
}
