import RoostCore
import RoostFormats

/// How loud a tag is beside a node, and in another room of the same place.
private let beside = -58.0
private let nextDoor = -86.0

extension Tag {
    /// The node of the room hears the tag well, the other nodes of the place hardly.
    func heard(
        in room: Room, _ span: Span, every step: Double = 5, battery: Int? = nil
    ) -> Line {
        Line(
            "\(name) in the \(room.id)", span,
            .heard({ world in
                let near = world.stations.filter { $0.place == room.place }
                return span.moments(every: step).enumerated().flatMap { index, moment in
                    near.map { station in
                        // What walls and bodies do, the same in each run.
                        let wobble = Double((index * 7 + station.id.utf8.count) % 5 - 2)
                        let level = station.room == room.id ? beside : nextDoor
                        return Heard(
                            moment: moment, station: station.id, beacon: beacon,
                            rssi: level + wobble,
                            battery: battery)
                    }
                }
            }))
    }

    /// One node hears the tag so loud.
    func heard(by station: Station, _ rssi: Double, _ span: Span, every step: Double = 5) -> Line {
        Line(
            "\(name) heard by \(station.id) at \(Int(rssi)) dBm", span,
            .heard({ _ in
                span.moments(every: step).map {
                    Heard(moment: $0, station: station.id, beacon: beacon, rssi: rssi, battery: nil)
                }
            }))
    }
}

extension Thing {
    func heard(
        in room: Room, _ span: Span, every step: Double = 5, battery: Int? = nil
    ) -> Line {
        tag.heard(in: room, span, every: step, battery: battery)
    }

    func heard(by station: Station, _ rssi: Double, _ span: Span, every step: Double = 5) -> Line {
        tag.heard(by: station, rssi, span, every: step)
    }
}

/// Nodes lose their power: they hear nothing, and the broker publishes their wills half a minute
/// later; back, they say that they are online.
func down(_ stations: Station..., during span: Span) -> Line {
    let says = stations.flatMap { station in
        [
            station.status("offline", at: span.lowerBound + 30),
            station.status("online", at: span.upperBound),
        ]
    }
    return Line(
        "without power: " + stations.map(\.id).joined(separator: ", "), span,
        .down(stations, says: says))
}

/// A node that is there, and whose radio brings nothing.
func deaf(_ station: Station, during span: Span) -> Line {
    Line(
        "\(station.id) is deaf", span,
        .down(
            [station],
            says: [
                station.status("deaf", at: span.lowerBound),
                station.status("online", at: span.upperBound),
            ]))
}

/// The gateway, or the broker, is not there: what nodes hear is lost, what phones say waits, and
/// what the broker keeps is delivered again afterwards.
func gatewayAway(_ span: Span) -> Line { Line("the gateway is away", span, .away) }

extension Station {
    func status(_ word: String, at moment: Moment) -> Message {
        Message(moment: moment, topic: "\(topic)/status", payload: Message.text(word), isKept: true)
    }
}
