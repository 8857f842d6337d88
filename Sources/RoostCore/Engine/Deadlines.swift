import HeapModule

/// When each subject is to be reviewed, at the latest.
struct Deadlines: Sendable {
    private var heap = Heap<Deadline>()
    private var count = 0
    /// The current deadline of each subject; other entries of the heap were replaced.
    private var scheduled: [Subject: Timestamp] = [:]

    private struct Deadline: Comparable, Sendable {
        var time: Timestamp
        /// Of two at the same time, the one set first comes first.
        var order: Int
        var subject: Subject

        static func < (lhs: Deadline, rhs: Deadline) -> Bool {
            (lhs.time, lhs.order) < (rhs.time, rhs.order)
        }

        static func == (lhs: Deadline, rhs: Deadline) -> Bool { lhs.order == rhs.order }
    }

    /// The first of them, or of those that were replaced; `nil` if there are none.
    var first: Timestamp? { heap.min?.time }

    /// Sets a subject's deadline, unless it has an earlier one.
    mutating func set(_ subject: Subject, at time: Timestamp) {
        if let earlier = scheduled[subject], earlier <= time { return }
        scheduled[subject] = time
        count += 1
        heap.insert(Deadline(time: time, order: count, subject: subject))
        // Replaced deadlines never outnumber the others by much.
        if heap.count > 2 * scheduled.count + 100 {
            heap = Heap(heap.unordered.filter { scheduled[$0.subject] == $0.time })
        }
    }

    /// Takes out the first subject whose deadline has come by `now`; `nil` if there is none.
    mutating func popDue(at now: Timestamp) -> Subject? {
        while let next = heap.min, next.time <= now {
            heap.removeMin()
            // A later deadline that an earlier one replaced.
            guard scheduled[next.subject] == next.time else { continue }
            scheduled[next.subject] = nil
            return next.subject
        }
        return nil
    }
}
