import Foundation
import RoostFormats
import TestBroker

/// A point on Earth.
struct Spot: Sendable {
    var latitude: Double
    var longitude: Double

    static let home = Spot(latitude: 47.123456, longitude: 15.654321)
    /// Clearly outside, and so near that being there at once is not rejected as impossible.
    static let street = home.north(290)

    func north(_ metres: Double) -> Spot {
        Spot(latitude: latitude + metres / 111_195, longitude: longitude)
    }

    var json: JSON { ["lat": JSON(latitude), "lon": JSON(longitude)] }
}

/// Seconds before now.
struct Age: Sendable, ExpressibleByIntegerLiteral {
    var seconds: Double

    init(integerLiteral seconds: Int) { self.seconds = Double(seconds) }
    init(_ seconds: Double) { self.seconds = seconds }

    static let now: Age = 0
    static func minutes(_ minutes: Double) -> Age { Age(60 * minutes) }

    /// Seconds since the epoch, to the millisecond, and never later than the present.
    var time: Double { ((Date().timeIntervalSince1970 - seconds) * 1000).rounded(.down) / 1000 }
}

/// A phone with OwnTracks.
struct Phone: Sendable {
    let user: String
    let device: String
    let client: Client

    var topic: String { "owntracks/\(user)/\(device)" }

    /// The phone was at `spot` some time ago, and reports that now.
    func at(_ spot: Spot, _ age: Age = .now, accuracy: Double = 10, retained: Bool = false) {
        client.post(
            Self.location(spot, time: age.time, accuracy: accuracy), to: topic, retained: retained)
    }

    /// The phone has arrived and reports that it stands, however long ago it was elsewhere.
    func stands(at spot: Spot) {
        client.post(Self.location(spot, time: Age.now.time).with("vel", 0), to: topic)
    }

    static func location(_ spot: Spot, time: Double, accuracy: Double = 10) -> JSON {
        spot.json.with("_type", "location").with("tst", JSON(time)).with("acc", JSON(accuracy))
            .with("tid", "te").with("conn", "m").with("batt", 71)
    }
}

/// A node that hears beacons.
struct NodeVoice: Sendable {
    let name: String
    let client: Client

    /// The node hears a beacon now, or heard it some time ago.
    func hears(_ beacon: String = Home.keys, _ rssi: Int = -60, _ age: Age = .now) {
        let sighting: JSON = [
            "beacon": JSON(beacon), "rssi": .init(integerLiteral: rssi), "time": JSON(age.time),
        ]
        client.post(["sightings": [sighting]], to: "roost/node/\(name)/sightings")
    }

    func status(_ status: String) {
        client.post(Array(status.utf8), to: "roost/node/\(name)/status", retained: true)
    }
}
