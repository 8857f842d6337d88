public import RoostCore

/// Makes an OwnTracks app notify its user: only a transition does that.
///
/// The app shows the name on the card and the description: who enters what.
public struct OwnTracksNotice: JSONWritable {
    public var text: String
    public var time: Timestamp
    /// The position that it is about; the app requires one.
    public var coordinate: Coordinate
    /// A link to more, which the app does not show but other readers of the topic may.
    public var url: String?

    public init(text: String, time: Timestamp, coordinate: Coordinate, url: String? = nil) {
        self.text = text
        self.time = time
        self.coordinate = coordinate
        self.url = url
    }

    public func write(to json: inout JSONWriter) {
        let seconds = Int(time.milliseconds / 1000)
        json.object { json in
            json.member("_type", "transition")
            json.member("event", "enter")
            json.member("desc", text)
            json.member("tid", OwnTracksCard.roost.trackerID)
            json.member("t", "c")
            json.member("tst", seconds)
            json.member("wtst", seconds)
            json.coordinate(coordinate)
            json.member("acc", 0)
            json.member("url", url)
        }
    }
}
