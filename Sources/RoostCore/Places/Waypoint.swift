/// A region on a phone.
public struct Waypoint: Hashable, Sendable {
    public var name: String
    /// `nil` for a region that was deleted on the phone.
    public var area: Area?
    /// The region's creation time, which stays when it is renamed.
    var origin: String

    public init(name: String, area: Area?, origin: String) {
        self.name = name
        self.area = area
        self.origin = origin
    }
}
