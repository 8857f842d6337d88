import RoostCore
import RoostFormats

/// The power of a tag beside a node, and in another room of the same place, in dBm.
private let beside = -58.0
private let nextDoor = -86.0

extension Tag {
    /// The room's node hears the tag well; the other nodes of the place hear it weakly and rarely.
    func heard(
        in room: Room, _ span: Span, every step: Double = 10, battery: Int? = nil
    ) -> Line {
        hearing("\(name) in the \(room.id)", span, every: step, battery) { world, index in
            world.stations.filter { $0.place == room.place }
                .filter { $0.room == room.id || index % 3 == 0 }
                .map { station in
                    // The effect of walls and bodies, the same in each run.
                    let wobble = Double((index * 7 + station.id.utf8.count) % 5 - 2)
                    return (station.id, (station.room == room.id ? beside : nextDoor) + wobble)
                }
        }
    }

    /// One node hears the tag at this power.
    func heard(by station: Station, _ rssi: Double, _ span: Span, every step: Double = 10) -> Line {
        hearing("\(name) heard by \(station.id) at \(Int(rssi)) dBm", span, every: step, nil) {
            _, _ in
            [(station.id, rssi)]
        }
    }

    /// - Parameter levels: Which nodes of a world hear the tag, and how loud, at each step.
    private func hearing(
        _ text: String, _ span: Span, every step: Double, _ battery: Int?,
        _ levels: @escaping (World, Int) -> [(station: String, rssi: Double)]
    ) -> Line {
        guard let id = BeaconID(spelling: beacon) else {
            preconditionFailure("\(beacon) is no beacon")
        }
        let hear: (World) -> [Heard] = { world in
            span.moments(every: step).enumerated().flatMap { index, moment in
                levels(world, index).map {
                    Heard(
                        moment: moment, claimed: moment, station: $0.station, beacon: id,
                        rssi: $0.rssi, battery: battery)
                }
            }
        }
        return Line(text, span, .heard(hear))
    }
}

extension Line {
    /// The nodes had no network: their sightings reach the gateway only at that moment.
    func arriving(at moment: Moment) -> Line {
        heard(", which arrives at \(moment)") { $0.moment = max($0.moment, moment) }
    }

    /// The nodes' clocks are slow by this many seconds.
    func byClock(behind seconds: Double) -> Line {
        heard(", by a clock \(Int(seconds)) s behind") { $0.claimed = $0.claimed + -seconds }
    }

    private func heard(_ note: String, _ change: @escaping (inout Heard) -> Void) -> Line {
        guard case .heard(let hear) = content else {
            preconditionFailure("only what is heard can be told late")
        }
        return Line(
            text + note, span,
            .heard({ world in
                hear(world).map { sighting in
                    var sighting = sighting
                    change(&sighting)
                    return sighting
                }
            }))
    }
}

extension Thing {
    func heard(
        in room: Room, _ span: Span, every step: Double = 10, battery: Int? = nil
    ) -> Line {
        tag.heard(in: room, span, every: step, battery: battery)
    }

    func heard(by station: Station, _ rssi: Double, _ span: Span, every step: Double = 10) -> Line {
        tag.heard(by: station, rssi, span, every: step)
    }
}

/// Nodes lose their power: they hear nothing until they are back and report that they are online.
///
/// The broker publishes their wills half a minute after the loss.
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

/// Nodes lose their power together with the broker: nobody publishes their wills.
func downWithBroker(_ stations: Station..., during span: Span) -> Line {
    Line(
        "without power, like the broker: " + stations.map(\.id).joined(separator: ", "), span,
        .down(stations, says: stations.map { $0.status("online", at: span.upperBound) }))
}

/// Nodes that hear nothing any more and do not say so.
func stuck(_ stations: Station..., during span: Span) -> Line {
    Line("stuck: " + stations.map(\.id).joined(separator: ", "), span, .down(stations, says: []))
}

/// A node that is online, and says that its radio hears nothing.
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

/// The gateway or the broker is away: what nodes hear is lost, messages of phones wait, and
/// retained messages are delivered again afterwards.
func gatewayAway(_ span: Span) -> Line { Line("the gateway is away", span, .away) }

/// The broker says that it has just started.
func brokerStarts(at moment: Moment) -> Line {
    let says = Message(
        moment: moment, topic: "$SYS/broker/uptime", payload: Message.text("0 seconds"))
    return Line("the broker starts", moment...moment, .said([says]))
}

extension Station {
    func status(_ word: String, at moment: Moment) -> Message {
        Message(moment: moment, topic: "\(topic)/status", payload: Message.text(word), isKept: true)
    }
}
