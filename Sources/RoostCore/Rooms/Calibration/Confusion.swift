/// How often each room was taken for which room.
public struct Confusion: Hashable, Sendable {
    private var counts: [ID<Room>: [ID<Room>: Int]] = [:]

    /// - Parameter map: Tells the rooms apart, by each sample alone.
    init(
        _ samples: [(room: ID<Room>, levels: [Double?])], of sender: Transmitter, told map: RoomMap
    ) {
        for sample in samples {
            let told = map.room(of: sample.levels, from: sender) ?? sample.room
            counts[sample.room, default: [:]][told, default: 0] += 1
        }
    }

    /// The rooms of which there are samples.
    public var rooms: [ID<Room>] { counts.keys.sorted() }

    /// How often `room` was taken for `other`, in 0...1.
    public func share(of room: ID<Room>, takenFor other: ID<Room>) -> Double {
        guard let row = counts[room] else { return 0 }
        return Double(row[other] ?? 0) / Double(max(1, row.values.reduce(0, +)))
    }

    /// The rooms that `room` was taken for, itself among them.
    public func told(_ room: ID<Room>) -> [ID<Room>] { (counts[room] ?? [:]).keys.sorted() }

    /// The mean over the rooms of how often each was told correctly, in 0...1; 0 without samples.
    public var accuracy: Double {
        guard !counts.isEmpty else { return 0 }
        return rooms.reduce(0) { $0 + share(of: $1, takenFor: $1) } / Double(counts.count)
    }

    /// Whether guessing could have done as well, by a chance of two standard deviations; of few
    /// samples without a mistake it could have, and is not meant.
    var isGuessing: Bool {
        let count = Double(max(1, counts.count))
        let variance = counts.values.reduce(0) { sum, row in
            sum + (1 - 1 / count) / count / Double(max(1, row.values.reduce(0, +)))
        }
        return accuracy * count < min(1 + 2 * variance.squareRoot(), count) - Self.rounding
    }

    /// Sums of the same shares in another order.
    private static let rounding = 1e-9

    /// Whether it is better than that of what was known before: as good is enough if nothing could
    /// be better, so that the newer measurement is used, or if it knows more.
    func isBetter(than before: Confusion, knowsMore: Bool) -> Bool {
        let gain = accuracy - before.accuracy
        return gain > Self.rounding
            || gain > -Self.rounding && (accuracy > 1 - Self.rounding || knowsMore)
    }
}

extension RoomMap {
    /// The room that best explains what the nodes hear at one moment.
    func room(of levels: [Double?], from sender: Transmitter) -> ID<Room>? {
        let likelihoods =
            fingerprints?.likelihoods(of: levels, from: sender.beacon)
            ?? likelihood(of: RoomSnapshot(levels), from: sender).rooms
        return likelihoods.indices.max { likelihoods[$0] < likelihoods[$1] }.flatMap { rooms[$0] }
    }
}
