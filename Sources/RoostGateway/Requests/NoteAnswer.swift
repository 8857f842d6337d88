import Foundation
import RoostCore
import RoostFormats

/// A note as one reader may see it.
struct NoteAnswer: JSONWritable {
    private let note: Note
    private let authorName: String
    private let coordinate: Coordinate?
    private let distance: (metres: Double, hint: String)?
    /// The place and room, or the item, if the reader knows them.
    private let place: Place?
    private let room: ID<Room>?
    private let item: Item?
    /// Included only if requested.
    var thumbnail: [UInt8]?
    var photo: [UInt8]?

    /// - Parameters:
    ///   - coordinate: Where it is; `nil` if the reader does not know.
    ///   - distance: The distance from the reader.
    init(
        _ note: Note, for reader: ID<User>, in household: Household, coordinate: Coordinate?,
        distance: (metres: Double, hint: String)? = nil
    ) {
        self.note = note
        self.coordinate = coordinate
        self.distance = distance
        authorName = household.name(of: note.author)
        switch note.anchor {
        case .position(_, let place, let room):
            self.place = household.place(place, knownTo: reader)
            self.room = self.place == nil ? nil : room
            item = nil
        case .item(let id):
            (place, room) = (nil, nil)
            // Another user may have an item of that id now: only the author's own counts.
            let known = household.items[id]
            item = note.author == reader && known?.owner == reader ? known : nil
        }
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("note", note.id)
            json.member("author", note.author)
            json.member("author_name", authorName)
            json.member("text", note.text)
            json.member("visibility", note.visibility.kind.rawValue)
            json.member("group", note.visibility.group)
            if let coordinate { json.coordinate(coordinate) }
            json.spot(place, room: room)
            json.nullable("item", item?.id)
            json.nullable("item_name", item?.name)
            if let photo = note.photo { json.member("photo", members(of: photo)) }
            json.member("created", note.created)
            json.member("updated", note.updated)
            json.member("revision", note.revision)
            if let distance {
                json.member("distance", distance.metres)
                json.member("hint", distance.hint)
            }
            if let coordinate { json.member("directions", directions(to: coordinate)) }
        }
    }

    private func members(of description: Note.Photo) -> Members {
        Members { json in
            json.member("type", description.type)
            json.member("width", description.width)
            json.member("height", description.height)
            json.member("thumbnail", thumbnail.map { Data($0).base64EncodedString() })
            json.member("data", photo.map { Data($0).base64EncodedString() })
        }
    }

    /// Links for directions; the reader's position is not in them.
    private func directions(to coordinate: Coordinate) -> Members {
        let north = JSONWriter.text(degrees: coordinate.latitude)
        let east = JSONWriter.text(degrees: coordinate.longitude)
        return Members { json in
            json.member("geo", "geo:\(north),\(east)?q=\(north),\(east)")
            json.member(
                "openstreetmap",
                "https://www.openstreetmap.org/directions?route=%3B\(north)%2C\(east)")
            json.member(
                "google", "https://www.google.com/maps/dir/?api=1&destination=\(north),\(east)")
            json.member("apple", "https://maps.apple.com/?daddr=\(north),\(east)")
        }
    }
}
