import Foundation

/// A load that is sent to the gateway and, identically, to the floors.
enum LoadKind: String, CaseIterable, Codable, Sendable {
    /// OwnTracks positions.
    case fixes
    /// One sighting per message, in the form of ESPresense's scanners.
    case sightings
    /// The same with quality of service 0, as those scanners publish.
    case unpromised = "sightings-qos0"
    /// Twenty sightings per message, as Roost's own nodes publish.
    case batches

    var qos: Int { self == .unpromised ? 0 : 1 }

    /// How many of the gateway's health counts one message adds.
    var size: Int { self == .batches ? Self.batchSize : 1 }

    /// Sightings in one message of `batches`.
    static let batchSize = 20
}

/// Packets ready to be written, so that making them does not count.
///
/// Some packets are marks, at a fixed stride: requests whose response shows that everything before
/// them was committed, because the broker keeps the order of what it sends to one client.
struct Load {
    let qos: Int
    private(set) var bytes: [UInt8] = []
    /// Where each packet ends in `bytes`.
    private(set) var ends: [Int] = []
    /// Which packets are marks.
    private(set) var marks: [Int] = []

    /// Messages from one mark to the next.
    private static let stride = 1000

    /// - Parameter count: Messages, without the marks.
    init(_ kind: LoadKind, count: Int, household: SampleHousehold) {
        qos = kind.qos
        var generator = MessageGenerator(household: household, count: count)
        bytes.reserveCapacity(count * 320)
        for index in 0..<count {
            let message =
                switch kind {
                case .fixes: generator.fix(index)
                case .sightings, .unpromised: generator.sighting(index)
                case .batches: generator.batch(index)
                }
            add(message.payload, to: message.topic, qos: qos)
            if (index + 1) % Self.stride == 0 || index + 1 == count { addMark() }
        }
    }

    private mutating func addMark() {
        marks.append(ends.count)
        add("{\"id\":\(marks.count)}", to: Subject.markRequest, qos: qos)
    }

    private mutating func add(_ payload: String, to topic: String, qos: Int) {
        let id = qos > 0 ? UInt16(truncatingIfNeeded: ends.count % 65535 + 1) : nil
        bytes += MQTTPacket.publish(payload, to: topic, id: id)
        ends.append(bytes.count)
    }
}
