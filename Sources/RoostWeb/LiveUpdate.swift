/// One thing that changed, as the gateway has committed it and publishes it.
public struct LiveUpdate: Hashable, Sendable {
    /// What an update is about.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case presence, item, occupancy, gateway, alert, transition

        /// The key that names the subject in the JSON of this kind.
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

    /// The JSON object as on the topic, or nil where the subject is no more; of the gateway, whether it is
    /// `connected` to a broker, and since when.
    public var json: [UInt8]?

    public init(kind: Kind, id: String, json: [UInt8]?) {
        self.kind = kind
        self.id = id
        self.json = json.map(Self.onOneLine)
    }

    /// Replaces line ends, which JSON knows only as space and an event stream as the end of a field.
    private static func onOneLine(_ json: [UInt8]) -> [UInt8] {
        let isLineEnd = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
        guard json.contains(where: isLineEnd) else { return json }
        return json.map { isLineEnd($0) ? 0x20 : $0 }
    }
}
