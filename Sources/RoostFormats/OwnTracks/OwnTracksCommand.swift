/// What an OwnTracks app is asked to do, if its user lets it.
public enum OwnTracksCommand: JSONWritable, Sendable {
    case reportLocation
    /// To add regions, or change those that it was given before.
    case setWaypoints([OwnTracksRegion])

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("_type", "cmd")
            switch self {
            case .reportLocation: json.member("action", "reportLocation")
            case .setWaypoints(let regions):
                json.member("action", "setWaypoints")
                json.object("waypoints") { json in
                    json.member("_type", "waypoints")
                    json.member("waypoints", regions)
                }
            }
        }
    }
}
