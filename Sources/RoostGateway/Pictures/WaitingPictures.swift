import MQTT
import RoostCore
import RoostStore

/// The requests that wait for a picture to be packed.
struct WaitingPictures {
    /// Their users, and what shows that one is delivered again.
    private var requests: [Int64: (user: ID<User>, digest: UInt64)] = [:]
    /// The jobs of those that are not on disk yet.
    private var unwritten: [PictureJob] = []
    private var nextID: Int64 = 1

    /// The most of all users together, and of one user.
    private static let most = 20
    private static let mostOfOne = 5

    func has(requestOf user: ID<User>) -> Bool { requests.values.contains { $0.user == user } }

    func has(digest: UInt64) -> Bool { requests.values.contains { $0.digest == digest } }

    func hasRoom(for user: ID<User>) -> Bool {
        let own = requests.values.count { $0.user == user }
        return requests.count < Self.most && own < Self.mostOfOne
    }

    /// Adds a request that is not on disk yet.
    mutating func add(
        _ message: MQTTMessage, of user: ID<User>, digest: UInt64, asking: WaitingRequest.Asking,
        picture: [UInt8]?
    ) -> PictureJob {
        let job = PictureJob(id: nextID, message: message, asking: asking, picture: picture)
        nextID += 1
        requests[job.id] = (user, digest)
        unwritten.append(job)
        return job
    }

    /// Takes out the jobs that were not on disk until now.
    mutating func takeUnwritten() -> [PictureJob] {
        defer { unwritten = [] }
        return unwritten
    }

    /// - Returns: Whether it was waiting.
    mutating func remove(_ id: Int64) -> Bool { requests.removeValue(forKey: id) != nil }

    /// - Returns: The ids of those that were removed.
    mutating func removeAll(of user: ID<User>) -> [Int64] {
        let removed = requests.filter { $0.value.user == user }.map(\.key)
        for id in removed { requests[id] = nil }
        unwritten.removeAll { requests[$0.id] == nil }
        return removed
    }

    // MARK: From disk

    /// Forgets all but the ids, of which none is used twice.
    mutating func startOver() { (requests, unwritten) = ([:], []) }

    mutating func noteUsed(_ id: Int64) { nextID = max(nextID, id + 1) }

    /// Adds a request that is on disk.
    mutating func add(_ id: Int64, of user: ID<User>, digest: UInt64) {
        requests[id] = (user, digest)
    }
}
