public import RoostCore

/// Reads every message that may come, by its topic, in any dialect.
public struct Dialects: Sendable {
    /// The meaning of the topics with a prefix.
    enum Branch {
        case nodes, users, admin, broker, homeAssistant, ownTracks
        case espresenseDevices, espresenseRooms, espresenseSettings
        case theengs, ruuvi, shelly, mqttRoom, monitor, roomAssistant
        /// The gateway's own output, and what other programs tell each other.
        case others
    }

    private let topics: [DialectTopics]
    /// Longest prefix first: one base may lie below another.
    private let branches: [(prefix: [UInt8], branch: Branch)]
    private let ownTracksFormat: OwnTracksFormat
    /// The topics of contact sensors, with the nodes that stand at their doors.
    public var doors: [String: [ID<Node>]]

    public init(
        bases: TopicBases = TopicBases(), secrets: Secrets = Secrets(),
        doors: [String: [ID<Node>]] = [:]
    ) {
        self.doors = doors
        ownTracksFormat = OwnTracksFormat(base: bases.ownTracks, secrets: secrets)
        topics = DialectTopics.all(below: bases)
        branches = topics.flatMap(\.branches).sorted { $0.prefix.count > $1.prefix.count }
    }

    /// The names of the dialects that the gateway listens to.
    public var names: [String] { topics.compactMap(\.name) }

    /// The topic filters that bring in everything that `read` understands.
    public var subscriptions: [String] { topics.flatMap(\.filters) + doors.keys.sorted() }

    /// Whether the gateway does without what a filter brings: if the broker refuses it, and while
    /// the gateway is away.
    public static func isOptional(_ filter: String) -> Bool {
        filter == DialectTopics.brokerUptime
    }

    /// Whether a topic belongs to Roost or to a program that Roost listens to.
    public func owns(_ topic: String) -> Bool {
        if doors[topic] != nil { return true }
        guard let (branch, tail) = branch(of: topic) else { return false }
        // A Shelly has no topic level of its own.
        return branch != .shelly || ShellyFormat.isOfInterest(tail)
    }

    private func branch(of topic: String) -> (Branch, TopicTail)? {
        for (prefix, branch) in branches {
            if let tail = TopicTail(topic, after: prefix) { return (branch, tail) }
        }
        return nil
    }

    /// Reads one message; whatever it holds, the only failure is a refusal.
    public func read(topic: String, payload: [UInt8], isRetained: Bool) -> Incoming {
        if let nodes = doors.isEmpty ? nil : doors[topic] {
            return door(at: nodes, topic, payload, isRetained)
        }
        return readDialect(topic, payload, isRetained)
    }

    private func readDialect(_ topic: String, _ payload: [UInt8], _ isRetained: Bool) -> Incoming {
        do throws(Refusal) {
            guard let (branch, tail) = branch(of: topic) else { throw Refusal(.unknownTopic) }
            return try incoming(branch, tail, payload, isRetained)
        } catch {
            return .refused(error)
        }
    }

    private func incoming(
        _ branch: Branch, _ tail: TopicTail, _ payload: [UInt8], _ isRetained: Bool
    ) throws(Refusal) -> Incoming {
        // The size limit of a request depends on what it asks for.
        guard branch == .users || branch == .admin || payload.count <= Self.sizeLimit else {
            throw Refusal(.tooLarge)
        }
        return switch branch {
        case .nodes: try node(tail, payload, isRetained)
        case .users: try userRequest(tail, payload, isRetained)
        case .admin: try adminRequest(tail, payload, isRetained)
        case .broker: try BrokerFormat.uptime(payload)
        case .homeAssistant: homeAssistant(tail, payload, isRetained)
        case .ownTracks: try ownTracksFormat.read(tail, payload, isRetained: isRetained)
        case .espresenseDevices: try ESPresenseFormat.device(tail, payload, isRetained)
        case .espresenseRooms: try ESPresenseFormat.room(tail, payload, isRetained)
        case .espresenseSettings: try ESPresenseFormat.setting(tail, payload)
        case .theengs: try TheengsFormat.read(tail, payload, isRetained)
        case .ruuvi: try RuuviGatewayFormat.read(tail, payload, isRetained)
        case .shelly: try ShellyFormat.read(tail, payload, isRetained)
        case .mqttRoom: try MQTTRoomFormat.read(tail, payload, isRetained)
        case .monitor: try MonitorFormat.read(tail, payload, isRetained)
        case .roomAssistant: try RoomAssistantFormat.read(tail, payload, isRetained)
        case .others: .ignored
        }
    }

    /// The most bytes in a message that holds no picture.
    public static let sizeLimit = 1 << 20

    // MARK: Doors

    /// What a sensor at a door says; its topic may also belong to a dialect.
    private func door(
        at nodes: [ID<Node>], _ topic: String, _ payload: [UInt8], _ isRetained: Bool
    ) -> Incoming {
        let other = readDialect(topic, payload, isRetained)
        if case .refused(let refusal) = other, refusal.request != nil { return other }
        do throws(Refusal) {
            guard payload.count <= Self.sizeLimit else { throw Refusal(.tooLarge) }
            let isOpen = try ContactFormat.isOpen(payload, topic: topic)
            let events = isOpen.map { isOpen in
                nodes.map { Event.door(at: $0, isOpen: isOpen, isRetained: isRetained) }
            }
            switch other {
            case .events(let others): return .events((events ?? []) + others)
            case .partly(let others, let refusal):
                return .partly((events ?? []) + others, refusal)
            // Whoever names such a topic as a door's does not take it from others.
            case .request, .birth: return other
            default: return events.map { .events($0) } ?? .ignored
            }
        } catch {
            if case .refused = other { return .refused(error) }
            return other
        }
    }

    // MARK: Home Assistant

    private static let status = ShortWord("status")

    private func homeAssistant(
        _ tail: TopicTail, _ payload: [UInt8], _ isRetained: Bool
    ) -> Incoming {
        guard tail.count == 1, tail.word(0) == Self.status else { return .ignored }
        // A message that the broker retained predates the gateway's subscription.
        return !isRetained && payload.elementsEqual("online".utf8) ? .birth : .ignored
    }
}
