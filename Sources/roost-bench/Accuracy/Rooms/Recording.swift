import Foundation
import RoostCore
import RoostFormats

/// The output of `mosquitto_sub -F %j`, or that of `roost replay`.
struct Recording {
    /// The name in errors.
    let name: String
    /// In the order of the lines.
    let messages: [RecordedMessage]

    /// - Throws: `Problem` for the first line that is not a message.
    init(_ bytes: some Collection<UInt8>, name: String) throws {
        self.name = name
        messages = try bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated().compactMap { index, line in
                guard line.contains(where: { $0 > 0x20 }) else { return nil }
                do throws(RecordingError) {
                    return try RecordedMessage(line: Array(line))
                } catch {
                    throw Problem(
                        "\(name):\(index + 1): \(error.reason); lines as `mosquitto_sub -F %j` "
                            + "prints them are expected")
                }
            }
    }

    /// What nodes reported of a tag, with the time of arrival, which never goes back.
    func readings(of tag: FollowedTag) -> [(arrival: Timestamp, reading: Reading)] {
        let dialects = Dialects()
        var resolver = SightingResolver()
        let keys = tag.beacons.filter { $0.rawValue.hasPrefix("irk:") }
        var now: Timestamp?
        var readings: [(arrival: Timestamp, reading: Reading)] = []
        for message in messages {
            let arrival = max(message.time, now ?? message.time)
            now = arrival
            let events = dialects.read(
                topic: message.topic, payload: message.payload, isRetained: message.isRetained
            ).events
            for case .sightings(let batch) in resolver.resolve(events, by: keys)
            where !batch.isRetained && tag.nodes[batch.node] != nil {
                for sighting in batch.sightings where tag.isIn(sighting) {
                    guard let rssi = sighting.rssi?.dBm else { continue }
                    let time = min(sighting.time ?? arrival, arrival)
                    readings.append(
                        (
                            arrival,
                            Reading(
                                node: batch.node, rssi: rssi, power: sighting.txPower, time: time)
                        ))
                }
            }
        }
        return readings
    }

    /// The rooms that a user marked, each with its beginning; `nil` for none.
    func marks(of user: ID<User>) -> [(time: Timestamp, room: ID<Room>?)] {
        let dialects = Dialects()
        return messages.compactMap { message in
            guard
                case .request(let request) = dialects.read(
                    topic: message.topic, payload: message.payload, isRetained: message.isRetained),
                request.actor == .user(user), request.noun == "calibration"
            else { return nil }
            let room = request.payload["room"]?.value.string.flatMap { ID<Room>($0) }
            let time = request.payload["time"]?.value.string.flatMap { Timestamp(rfc3339: $0) }
            switch request.verb {
            case "mark", "start": return (min(time ?? message.time, message.time), room)
            case "stop": return (message.time, nil)
            default: return nil
            }
        }
    }
}

extension FollowedTag {
    fileprivate func isIn(_ sighting: Sighting) -> Bool {
        beacons.contains(sighting.beacon) || sighting.alias.map(beacons.contains) ?? false
    }
}
