public import RoostCore

/// A friend's position, for the map of an OwnTracks app.
public struct OwnTracksFriend: JSONWritable, Sendable {
    private let fix: Fix
    private let trackerID: String

    /// Returns `nil` unless the friend shares the exact position, and has one.
    public init?(_ friend: FriendView) {
        guard let fix = friend.fix else { return nil }
        self.fix = fix
        trackerID = OwnTracksCard(friend).trackerID
    }

    /// The apps require whole numbers, and drop the message for any member of another type.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("_type", "location")
            json.member("tid", trackerID)
            json.member("tst", Int(fix.time.milliseconds / 1000))
            json.coordinate(fix.coordinate)
            json.member("acc", fix.accuracy.map(Self.whole))
            json.member("alt", fix.altitude.map(Self.whole))
            json.member("vel", fix.speed.map { Self.whole($0 * 3.6) })
            json.member("cog", fix.course.map(Self.whole))
        }
    }

    private static func whole(_ number: Double) -> Int {
        Int(exactly: number.rounded()) ?? 0
    }
}
