import Foundation
import GRDB
import RoostCore

/// What several tables hold alike; `nil` stands for a column without a value.
extension Row {
    func id<Entity>(_ column: String) -> ID<Entity>? {
        (self[column] as String?).map { ID(checked: $0) }
    }

    func time(_ column: String) -> Timestamp? {
        (self[column] as Int64?).map { Timestamp(milliseconds: $0) }
    }

    func bytes(_ column: String) -> [UInt8]? {
        (self[column] as Data?).map { Array($0) }
    }

    var coordinate: Coordinate? {
        guard let latitude: Double = self["latitude"], let longitude: Double = self["longitude"]
        else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// The place with its room.
    var spot: Spot? {
        guard let place: ID<Place> = id("place") else { return nil }
        return Spot(place: place, room: id("room"))
    }
}

extension JSONDecoder {
    func decode<Value: Decodable>(_ type: Value.Type, text: String) throws -> Value {
        try decode(type, from: Data(text.utf8))
    }
}
