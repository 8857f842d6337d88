import Logging
import RoostCore
import RoostFormats
import RoostStore

/// What the gateway tells of itself at intervals.
extension GatewayLoop {
    /// Publishes the counters of the interval that ends now, and the current problems.
    func reportHealth() {
        health.rate = pulse.rate(at: now)
        health.slowestBatch = pulse.slowest
        health.queue = outbox.count + publications.backlog
        pulse.startOver(at: now)
        examineDisk()
        outbox.queue([.init(topic: topics.gatewayHealth, payload: health.jsonBytes)])
    }

    /// Notes what would lose data though each write still succeeds.
    private func examineDisk() {
        let space = DiskSpace(of: configuration.dataDirectory)
        health.diskFree = space?.free
        let problem: String? =
            if !store.isInPlace {
                "\(StoreError.gone(configuration.dataDirectory))"
            } else if let space, space.free < configuration.leastSpace {
                "\(space.shortage): \(DiskSpace.advice)"
            } else {
                nil
            }
        if let problem, health.problems[.disk] == nil {
            logger.error("the disk needs care", metadata: ["problem": "\(problem)"])
        }
        health.problems[.disk] = problem
    }
}
