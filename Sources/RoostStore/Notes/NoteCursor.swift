public import RoostCore

/// The end of a page of notes, as text that a requester passes back.
public struct NoteCursor: Hashable, Sendable {
    /// The distance in metres from the origin of the first page, or the negative milliseconds since
    /// the epoch if there is no origin; it rises from note to note.
    let rank: Double
    /// The note's row.
    let number: Int64
    /// The origin of the first page: the order holds only for it.
    public let origin: Coordinate?
    /// How far off that may be, in metres.
    public var uncertainty = 0.0

    init(rank: Double, number: Int64, origin: Coordinate?) {
        self.rank = rank
        self.number = number
        self.origin = origin
    }

    /// Parses the output of `text`; `nil` for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard [2, 4, 5].contains(parts.count), let rank = Double(parts[0]), !rank.isNaN,
            let number = Int64(parts[1]), parts.count > 2 || Int64(exactly: rank) != nil
        else { return nil }
        var origin: Coordinate?
        if parts.count > 2 {
            guard let latitude = Double(parts[2]), let longitude = Double(parts[3]),
                let coordinate = Coordinate(latitude: latitude, longitude: longitude)
            else { return nil }
            origin = coordinate
        }
        self.init(rank: rank, number: number, origin: origin)
        guard parts.count == 5 else { return }
        guard let metres = Double(parts[4]), metres >= 0, metres.isFinite else { return nil }
        uncertainty = metres
    }

    public var text: String {
        let place = origin.map { "_\($0.latitude)_\($0.longitude)_\(uncertainty)" } ?? ""
        return "\(rank)_\(number)\(place)"
    }
}
