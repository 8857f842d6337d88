import RoostCore
import RoostFormats

extension JSONWriter {
    /// Writes the members `place` and `room` with their names, `null` for what the reader may not
    /// know.
    mutating func spot(_ place: Place?, room: ID<Room>?) {
        nullable("place", place?.id)
        nullable("place_name", place?.name)
        nullable("room", room)
        nullable("room_name", room.flatMap { place?.roomName($0) })
    }
}
