/// Where a device was, and when.
struct TrailPoint: Hashable, Sendable {
    var coordinate: Coordinate
    var time: Timestamp
}

/// A point is a list of three numbers, in less than half the room that named fields would take: a
/// trail is written anew with each fix.
extension TrailPoint: Codable {
    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        let (latitude, longitude) = (try list.decode(Double.self), try list.decode(Double.self))
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            throw DecodingError.dataCorruptedError(
                in: list, debugDescription: "\(latitude), \(longitude) is nowhere on Earth")
        }
        self.coordinate = coordinate
        time = try list.decode(Timestamp.self)
    }

    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(coordinate.latitude)
        try list.encode(coordinate.longitude)
        try list.encode(time)
    }
}
