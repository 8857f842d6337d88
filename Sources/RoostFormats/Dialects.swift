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
            let message = DialectMessage(topic: tail, payload: payload, isRetained: isRetained)
            return try incoming(message, on: branch)
        } catch {
            return .refused(error)
        }
    }

    private func incoming(
        _ message: DialectMessage, on branch: Branch
    ) throws(Refusal) -> Incoming {
        // The size limit of a request depends on what it asks for.
        guard branch == .users || branch == .admin || message.payload.count <= Self.sizeLimit
        else { throw Refusal(.tooLarge) }
        return switch branch {
        case .nodes: try node(message)
        case .users: try userRequest(message)
        case .admin: try adminRequest(message)
        case .broker: try BrokerFormat.uptime(message.payload)
        case .homeAssistant: homeAssistant(message)
        case .ownTracks: try ownTracksFormat.read(message)
        case .espresenseDevices: try ESPresenseFormat.device(message)
        case .espresenseRooms: try ESPresenseFormat.room(message)
        case .espresenseSettings: try ESPresenseFormat.setting(message)
        case .theengs: try TheengsFormat.read(message)
        case .ruuvi: try RuuviGatewayFormat.read(message)
        case .shelly: try ShellyFormat.read(message)
        case .mqttRoom: try MQTTRoomFormat.read(message)
        case .monitor: try MonitorFormat.read(message)
        case .roomAssistant: try RoomAssistantFormat.read(message)
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

    private func homeAssistant(_ message: DialectMessage) -> Incoming {
        let topic = message.topic
        guard topic.count == 1, topic.word(0) == Self.status else { return .ignored }
        // A message that the broker retained predates the gateway's subscription.
        return !message.isRetained && message.payload.elementsEqual("online".utf8)
            ? .birth : .ignored
    }
}
