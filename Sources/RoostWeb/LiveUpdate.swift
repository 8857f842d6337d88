/// One change, as the gateway has committed it and publishes it.
public struct LiveUpdate: Hashable, Sendable {
    /// The subject of an update.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case presence, item, occupancy, gateway, alert, transition

        /// The key of the subject in the JSON of this kind.
        var idKey: String {
            switch self {
            case .presence: "user"
            case .item: "item"
            case .occupancy: "place"
            case .gateway, .alert, .transition: "id"
            }
        }
    }

    public var kind: Kind

    /// The id of the user, item, place, alert or transition.
    public var id: String

    /// The JSON object as on the topic, or `nil` if the subject was removed.
    ///
    /// For the gateway, it has `connected` and the time since when.
    public var json: [UInt8]?

    public init(kind: Kind, id: String, json: [UInt8]?) {
        self.kind = kind
        self.id = id
        self.json = json.map(Self.onOneLine)
    }

    /// Replaces line ends, which are only whitespace in JSON but end a field in an event stream.
    private static func onOneLine(_ json: [UInt8]) -> [UInt8] {
        let isLineEnd = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
        guard json.contains(where: isLineEnd) else { return json }
        return json.map { isLineEnd($0) ? 0x20 : $0 }
    }
}
