/// Everything the board shows at one moment.
public struct LiveSnapshot: Sendable {
    /// How many updates had been posted.
    public internal(set) var sequence: UInt64 = 0

    /// The last JSON of each subject, by kind and id; events (alerts, transitions) are not in it.
    public internal(set) var states: [LiveUpdate.Kind: [String: [UInt8]]] = [:]

    /// The latest alerts, oldest first.
    public internal(set) var alerts: [LiveUpdate] = []

    /// How many alerts are kept for later readers.
    public static let alertLimit = 50

    /// The snapshot as one JSON object: `users`, `items`, `places`, `alerts` newest first,
    /// `gateway`.
    ///
    /// The posted objects are copied as they are, in the order of their ids.
    public var json: [UInt8] {
        var json = Array("{\"users\":".utf8)
        appendStates(.presence, to: &json)
        json += Array(",\"items\":".utf8)
        appendStates(.item, to: &json)
        json += Array(",\"places\":".utf8)
        appendStates(.occupancy, to: &json)
        json += Array(",\"alerts\":".utf8)
        Self.append(alerts.reversed().compactMap(\.json), to: &json)
        json += Array(",\"gateway\":".utf8)
        json += states[.gateway]?.values.first ?? Array("null".utf8)
        json.append(UInt8(ascii: "}"))
        return json
    }

    /// Applies an update that has just been posted.
    mutating func apply(_ update: LiveUpdate) {
        sequence += 1
        switch update.kind {
        case .presence, .item, .occupancy, .gateway:
            states[update.kind, default: [:]][update.id] = update.json
        case .alert:
            alerts.removeAll { $0.id == update.id }
            guard update.json != nil else { return }
            alerts.append(update)
            if alerts.count > Self.alertLimit { alerts.removeFirst() }
        case .transition:
            break
        }
    }

    private func appendStates(_ kind: LiveUpdate.Kind, to json: inout [UInt8]) {
        let sorted = states[kind, default: [:]].sorted { $0.key < $1.key }
        Self.append(sorted.map(\.value), to: &json)
    }

    private static func append(_ objects: [[UInt8]], to json: inout [UInt8]) {
        json.append(UInt8(ascii: "["))
        json += objects.joined(separator: CollectionOfOne(UInt8(ascii: ",")))
        json.append(UInt8(ascii: "]"))
    }
}
