import Foundation

/// Runs the floors and the gateway in turn, with the same broker build and the same messages.
struct Bench {
    let household: SampleHousehold
    let messages: Int
    let rounds: Int
    /// Where brokers and stores keep their files during the run.
    let folder: URL
    let say: (String) -> Void

    /// - Returns: The samples of each subject, in the order of the rounds.
    func throughput(of kind: LoadKind) throws -> [Subject: [Sample]] {
        // A batch counts as one message.
        let count = kind == .batches ? max(1, messages / LoadKind.batchSize) : messages
        var samples: [Subject: [Sample]] = [:]
        for round in 1...rounds {
            for subject in Subject.allCases {
                let sample = try withBed(subject) { try measure(kind, count: count, on: $0) }
                samples[subject, default: []].append(sample)
                say("\(kind.rawValue), round \(round), \(subject.rawValue): \(sample)")
            }
        }
        return samples
    }

    private func measure(_ kind: LoadKind, count: Int, on bed: Bed) throws -> Sample {
        let load = Load(kind, count: count, household: household)
        let known = try bed.taken(of: kind)
        // Only now, or it would take that answer for one of its own.
        let publisher = try Publisher(port: bed.broker.port)
        let before = Work(bed)
        let time = try publisher.push(load) / .seconds(1)
        let after = Work(bed)
        var taken = try bed.taken(of: kind) - known
        // The gateway's answer goes out a moment before its health shows the same.
        for _ in 0..<40 where taken < count * kind.size {
            usleep(50_000)
            taken = try bed.taken(of: kind) - known
        }
        guard taken == count * kind.size else {
            throw Problem("\(bed.subject.rawValue) took \(taken) of \(count * kind.size)")
        }
        // Work that a subject postponed is done when it ends, and counted.
        let usage = bed.end()
        return Sample(
            messagesPerSecond: Double(count) / time,
            cpu: (usage.cpu - before.subject) / Double(count) * 1e6,
            memory: usage.memory,
            busy: Busy(
                subject: (after.subject - before.subject) / time,
                broker: (after.broker - before.broker) / time,
                publisher: (after.publisher - before.publisher) / time))
    }

    func latency(seconds: Int) throws -> [LatencySample] {
        try (1...rounds).map { round in
            let sample = try withBed(.roost) { bed in
                // A phone's first fix is different: from it the gateway learns of the device.
                _ = try Publisher(port: bed.broker.port)
                    .push(Load(.fixes, count: household.users, household: household))
                sleep(2)
                let before = bed.child.cpu
                let latency = try Latency(
                    port: bed.broker.port, household: household, seconds: seconds)
                let cpu = bed.child.cpu - before
                return LatencySample(
                    echo: Percentiles(ofSorted: latency.echo),
                    disk: Percentiles(
                        ofSorted: try DiskSync.times(in: folder, seconds: seconds)),
                    gateway: Percentiles(ofSorted: latency.gateway),
                    cpu: cpu / Double(seconds * Latency.rate) * 1e6)
            }
            say("latency, round \(round): \(sample)")
            return sample
        }
    }

    /// The peak memory of a gateway whose users have all moved and whose tags were all heard.
    func memory() throws -> [Int] {
        try (1...rounds).map { round in
            let memory = try withBed(.roost) { bed in
                let publisher = try Publisher(port: bed.broker.port)
                for kind in LoadKind.allCases {
                    let count = kind == .batches ? messages / LoadKind.batchSize : messages
                    _ = try publisher.push(Load(kind, count: count, household: household))
                }
                return bed.end().memory
            }
            say("memory, round \(round): \(memory >> 10) KiB")
            return memory
        }
    }

    private func withBed<Result>(
        _ subject: Subject, _ body: (Bed) throws -> Result
    ) throws -> Result {
        let place = folder.appending(path: "run")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        // Leftovers in a temporary folder do no harm.
        defer { try? FileManager.default.removeItem(at: place) }
        let bed = try Bed(subject, in: place)
        defer { _ = bed.end() }
        try bed.settle(household)
        return try body(bed)
    }
}
