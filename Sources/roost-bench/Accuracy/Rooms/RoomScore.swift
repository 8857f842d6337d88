import RoostCore

/// How well a rule did on one or more walks.
struct RoomScore {
    /// An answer of a rule, and when it begins.
    struct Claim: Hashable {
        var time: Timestamp
        var whereabouts: Whereabouts
    }

    /// Moments whose true room is known; below, those for which the answer was right.
    private(set) var moments = 0
    private(set) var right = 0
    /// Between the first and the last moment of the truth.
    private(set) var changes = 0
    private(set) var trueChanges = 0
    /// Seconds from each true change until the rule reported it, which had to be before the next
    /// one.
    private(set) var delays: [Double] = []
    /// True changes that it never reported.
    private(set) var missed = 0
    /// In metres, at each moment for which both the truth and the rule have a position.
    private(set) var errors: [Double] = []
    /// Moments for which the truth has a position, and the rule none.
    private(set) var unplaced = 0
    private var tallies: [ID<Room>: Tally] = [:]

    private struct Tally {
        var right = 0
        /// Answered while another room was true.
        var wrong = 0
        /// True, and not answered.
        var missing = 0
    }

    /// - Parameter claims: In the order of time.
    mutating func add(_ claims: [Claim], _ truth: Truth) {
        func belief(at time: Timestamp) -> Whereabouts? {
            let next = claims.partitioningIndex { $0.time > time }
            return next > 0 ? claims[next - 1].whereabouts : nil
        }
        for moment in truth.moments {
            let said = belief(at: moment.time)
            if let room = moment.whereabouts.room { note(said?.room, truly: room) }
            guard let position = moment.whereabouts.position else { continue }
            if let told = said?.position {
                errors.append(told.distance(to: position))
            } else {
                unplaced += 1
            }
        }
        guard truth.hasRooms, let first = truth.moments.first, let last = truth.moments.last else {
            return
        }
        let inside = claims.filter { (first.time...last.time).contains($0.time) }
        changes += zip(inside, inside.dropFirst()).count {
            $0.whereabouts.room != $1.whereabouts.room
        }
        let steps = zip(truth.moments, truth.moments.dropFirst())
            .filter { $0.whereabouts.room != $1.whereabouts.room }.map(\.1)
        trueChanges += steps.count
        for (index, step) in steps.enumerated() {
            let room = step.whereabouts.room
            let end = index + 1 < steps.count ? steps[index + 1].time : last.time
            let follows = claims.first {
                step.time <= $0.time && $0.time < end && $0.whereabouts.room == room
            }
            if belief(at: step.time)?.room == room {
                delays.append(0)
            } else if let follows {
                delays.append(follows.time.seconds(since: step.time))
            } else {
                missed += 1
            }
        }
    }

    private mutating func note(_ said: ID<Room>?, truly room: ID<Room>) {
        moments += 1
        if said == room {
            right += 1
            tallies[room, default: Tally()].right += 1
        } else {
            tallies[room, default: Tally()].missing += 1
            if let said { tallies[said, default: Tally()].wrong += 1 }
        }
    }

    /// The share of moments whose room was right.
    var accuracy: Double? { moments > 0 ? Double(right) / Double(moments) : nil }

    /// The mean over the truth's rooms of how well each is found, whether small or large.
    var macroF1: Double? {
        let rooms = tallies.values.filter { $0.right + $0.missing > 0 }
        guard !rooms.isEmpty else { return nil }
        let sum = rooms.reduce(0) { sum, room in
            sum + 2 * Double(room.right) / Double(2 * room.right + room.wrong + room.missing)
        }
        return sum / Double(rooms.count)
    }

    /// In seconds, over the reported changes; of two in the middle, the longer.
    var medianDelay: Double? {
        delays.isEmpty ? nil : delays.sorted()[delays.count / 2]
    }

    /// The error that this share of moments does not exceed, in metres.
    ///
    /// Interpolated between two moments.
    func error(share: Double) -> Double? {
        guard !errors.isEmpty else { return nil }
        let sorted = errors.sorted()
        let place = share * Double(sorted.count - 1)
        let below = Int(place)
        let above = min(below + 1, sorted.count - 1)
        return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
    }
}
