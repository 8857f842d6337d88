import RoostCore

/// How well a rule told of one or more walks.
struct RoomScore {
    /// What a rule said, and from when on.
    struct Claim: Hashable {
        var time: Timestamp
        var whereabouts: Whereabouts
    }

    /// Moments of which the truth tells a room, and those of them that were told rightly.
    private(set) var moments = 0
    private(set) var right = 0
    /// Between the truth's first and its last moment.
    private(set) var changes = 0
    private(set) var trueChanges = 0
    /// Seconds from each true change until the rule said so; it had until the next one.
    private(set) var delays: [Double] = []
    /// True changes that it never told of.
    private(set) var missed = 0
    /// Metres, at each moment at which the truth and the rule tell a position.
    private(set) var errors: [Double] = []
    /// Moments of which the truth tells a position, and the rule none.
    private(set) var unplaced = 0
    private var tallies: [ID<Room>: Tally] = [:]

    private struct Tally {
        var right = 0
        /// Said while it was another.
        var wrong = 0
        /// True, and not said.
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

    /// The share of moments whose room was told.
    var accuracy: Double? { moments > 0 ? Double(right) / Double(moments) : nil }

    /// The mean over the truth's rooms of how well each is told, whether small or large.
    var macroF1: Double? {
        let rooms = tallies.values.filter { $0.right + $0.missing > 0 }
        guard !rooms.isEmpty else { return nil }
        let sum = rooms.reduce(0) { sum, room in
            sum + 2 * Double(room.right) / Double(2 * room.right + room.wrong + room.missing)
        }
        return sum / Double(rooms.count)
    }

    /// In seconds, of the changes that were told; of two in the middle, the longer.
    var medianDelay: Double? {
        delays.isEmpty ? nil : delays.sorted()[delays.count / 2]
    }

    /// The error that so large a share of moments does not exceed, in metres.
    ///
    /// Between two moments it is interpolated.
    func error(share: Double) -> Double? {
        guard !errors.isEmpty else { return nil }
        let sorted = errors.sorted()
        let place = share * Double(sorted.count - 1)
        let below = Int(place)
        let above = min(below + 1, sorted.count - 1)
        return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
    }
}
