extension Fusion {
    /// What the nodes hear of one of the user's own beacons, or of a thing that is with them.
    struct RadioWitness {
        var beacon: BeaconID
        /// The name shown to people.
        var name: String
        var spot: Spot
        /// In a place that its user does not know, what they may know of it.
        var veil: Veil?
        /// The places around its own, the smallest first: whoever goes out is still in these.
        var around: [ID<Place>]
        /// The area of its place.
        var area: Area
        var audibility: RoomEstimator.Audibility
        var lastHeard: Timestamp
        /// Since when the beacon has been there without an absence.
        var since: Timestamp
        /// The stay in the same place before, if only a silence parts the two.
        var before: Attendance.Stay?
        /// Since when it has been in its room.
        var roomSince: Timestamp
        /// How long it has been at rest, in seconds: a beacon somebody wears stirs.
        var rest: Double
        /// It was last heard on its way to a door.
        var wasAtExit: Bool
        /// It was gone and is heard again, but not enough to be there: perhaps from the pavement.
        var isReturning: Bool
        var confidence: Double
        /// The time between two packets before it fell silent, in seconds; `nil` if that is not known.
        var interval: Double?
        /// Seconds of silence that its rhythm explains, or fewer after a door.
        var silenceTimeout: Double
        /// From when on it should have been heard again, if nobody has listened since it was heard.
        var awaited: Timestamp?
        /// The last word of it had waited in a queue.
        var isPast: Bool

        enum Veil {
            /// It is somewhere in a larger place, which is its spot.
            case within
            /// It is in none of the places that they know.
            case nowhere
        }

        /// Where whoever went out of its place is, if nothing shows them anywhere else.
        var beyond: Belief.Whereabouts {
            around.first.map { .at(Spot(place: $0, room: nil)) } ?? .outside
        }

        /// Whether a node that is offline or deaf was the last to hear it.
        var isFrozen: Bool {
            if case .frozen = audibility { true } else { false }
        }

        /// Whether it counts as heard only because nobody listened for a while.
        func isOverdue(at now: Timestamp) -> Bool {
            audibility == .heard && awaited.map { $0 <= now } ?? false
        }
    }
}
