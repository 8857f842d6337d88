public import RoostCore

/// What a message turned out to be.
public enum Incoming: Hashable, Sendable {
    case events([Event])
    case request(Request)
    /// A subscriber that forgets what it was told has started: everything is to be said again.
    case birth
    /// Known and of no interest, such as a setting of a scanner or our own output.
    case ignored
    /// Not understood or not allowed: to be counted by its reason, and without any other effect.
    case refused(Refusal)
}

/// Reads every message that may come, by its topic, in whichever dialect it is.
public struct Dialects: Sendable {
    /// What the topics with a prefix are.
    private enum Branch {
        case nodes, users, admin, homeAssistant, ownTracks
        case espresenseDevices, espresenseRooms, espresenseSettings
        case theengs, ruuvi, shelly, mqttRoom, monitor, roomAssistant
        /// Our own output, and what other programs tell each other.
        case others
    }

    private let bases: TopicBases
    /// The longest prefix first: one base may lie below another.
    private let branches: [(prefix: [UInt8], branch: Branch)]
    private let ownTracksFormat: OwnTracksFormat
    /// The topics of contact sensors, with the nodes that stand at their doors.
    public var doors: [String: [ID<Node>]]

    public init(
        bases: TopicBases = TopicBases(), secrets: Secrets = Secrets(),
        doors: [String: [ID<Node>]] = [:]
    ) {
        self.bases = bases
        self.doors = doors
        ownTracksFormat = OwnTracksFormat(
            prefix: Array("\(bases.ownTracks)/".utf8), secrets: secrets)
        var prefixes: [(String, Branch)] = [
            ("\(bases.roost)/node/", .nodes), ("\(bases.roost)/user/", .users),
            ("\(bases.roost)/admin/request/", .admin), ("\(bases.roost)/", .others),
            ("\(bases.ownTracks)/", .ownTracks), ("\(bases.homeAssistant)/", .homeAssistant),
            ("\(bases.espresense)/devices/", .espresenseDevices),
            ("\(bases.espresense)/rooms/", .espresenseRooms),
            ("\(bases.espresense)/settings/", .espresenseSettings),
            ("\(bases.espresense)/", .others),
            ("\(bases.theengs)/", .theengs), ("\(bases.ruuvi)/", .ruuvi),
            ("\(bases.mqttRoom)/", .mqttRoom), ("\(bases.monitor)/", .monitor),
            ("\(bases.roomAssistant)/", .roomAssistant),
        ]
        if let shelly = bases.shelly { prefixes.append((String(shelly.dropLast()), .shelly)) }
        branches = prefixes.map { (Array($0.0.utf8), $0.1) }
            .sorted { $0.prefix.count > $1.prefix.count }
    }

    /// The topic filters that bring in everything that `read` understands.
    public var subscriptions: [String] {
        let shelly = bases.shelly.map { ["\($0)/events/rpc", "\($0)/online"] } ?? []
        return [
            "\(bases.roost)/node/+/sightings", "\(bases.roost)/node/+/status",
            "\(bases.roost)/node/+/info", "\(bases.roost)/user/+/request/+/+",
            "\(bases.roost)/admin/request/+/+", "\(bases.homeAssistant)/status",
            "\(bases.ownTracks)/+/+", "\(bases.ownTracks)/+/+/+",
            "\(bases.espresense)/devices/+/+", "\(bases.espresense)/rooms/+/status",
            "\(bases.espresense)/rooms/+/telemetry", "\(bases.espresense)/settings/+/config",
            "\(bases.theengs)/+/BTtoMQTT/+", "\(bases.theengs)/+/LWT",
            "\(bases.theengs)/+/SYStoMQTT",
            "\(bases.ruuvi)/+/+", "\(bases.mqttRoom)/+",
            "\(bases.monitor)/+", "\(bases.monitor)/+/+",
            "\(bases.roomAssistant)/status/+", "\(bases.roomAssistant)/mqtt-room/+",
            "\(bases.roomAssistant)/entity/+/+/+",
        ] + shelly + doors.keys.sorted()
    }

    /// Reads one message; whatever it holds, it never fails otherwise than by being refused.
    public func read(topic: String, payload: [UInt8], isRetained: Bool) -> Incoming {
        if let nodes = doors.isEmpty ? nil : doors[topic] {
            return door(at: nodes, topic, payload, isRetained)
        }
        return readDialect(topic, payload, isRetained)
    }

    private func readDialect(_ topic: String, _ payload: [UInt8], _ isRetained: Bool) -> Incoming {
        do throws(Refusal) {
            for (prefix, branch) in branches {
                guard let tail = TopicTail(topic, after: prefix) else { continue }
                return try incoming(branch, tail, payload, isRetained)
            }
            throw Refusal(.unknownTopic)
        } catch {
            return .refused(error)
        }
    }

    private func incoming(
        _ branch: Branch, _ tail: TopicTail, _ payload: [UInt8], _ isRetained: Bool
    ) throws(Refusal) -> Incoming {
        // How large a request may be depends on what it asks for.
        guard branch == .users || branch == .admin || payload.count <= Self.sizeLimit else {
            throw Refusal(.tooLarge)
        }
        return switch branch {
        case .nodes: try node(tail, payload, isRetained)
        case .users: try userRequest(tail, payload, isRetained)
        case .admin: try adminRequest(tail, payload, isRetained)
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

    /// Bytes of a message, and of one that may hold a picture.
    private static let sizeLimit = 1 << 20
    private static let pictureSizeLimit = 1 << 24

    // MARK: - Doors

    /// What a sensor at a door says; a topic may be one of a dialect as well.
    private func door(
        at nodes: [ID<Node>], _ topic: String, _ payload: [UInt8], _ isRetained: Bool
    ) -> Incoming {
        let other = readDialect(topic, payload, isRetained)
        do throws(Refusal) {
            guard payload.count <= Self.sizeLimit else { throw Refusal(.tooLarge) }
            let isOpen = try ContactFormat.isOpen(payload, topic: topic)
            let events = isOpen.map { isOpen in
                nodes.map { Event.door(at: $0, isOpen: isOpen, isRetained: isRetained) }
            }
            switch other {
            case .events(let others): return .events((events ?? []) + others)
            default: return events.map { .events($0) } ?? .ignored
            }
        } catch {
            if case .refused = other { return .refused(error) }
            return other
        }
    }

    // MARK: - Home Assistant

    private static let status = ShortWord("status")

    private func homeAssistant(
        _ tail: TopicTail, _ payload: [UInt8], _ isRetained: Bool
    ) -> Incoming {
        guard tail.count == 1, tail.word(0) == Self.status else { return .ignored }
        // What the broker had kept was said before the gateway listened.
        return !isRetained && payload.elementsEqual("online".utf8) ? .birth : .ignored
    }

    // MARK: - Requests

    private static let request = ShortWord("request")

    private func userRequest(
        _ tail: TopicTail, _ payload: [UInt8], _ isRetained: Bool
    ) throws(Refusal) -> Incoming {
        // What else is below a user is what the gateway tells that user.
        guard tail.count > 1, tail.word(1) == Self.request else { return .ignored }
        guard tail.count == 4 else { throw Refusal(.unknownTopic) }
        guard let user = ID<User>(tail.text(0)) else { throw Refusal(.invalidID, "user") }
        return try request(.user(user), tail.text(2), tail.text(3), payload, isRetained)
    }

    private func adminRequest(
        _ tail: TopicTail, _ payload: [UInt8], _ isRetained: Bool
    ) throws(Refusal) -> Incoming {
        guard tail.count == 2 else { throw Refusal(.unknownTopic) }
        return try request(.admin, tail.text(0), tail.text(1), payload, isRetained)
    }

    private func request(
        _ actor: Request.Actor, _ noun: String, _ verb: String, _ payload: [UInt8],
        _ isRetained: Bool
    ) throws(Refusal) -> Incoming {
        guard ID<Request>(noun) != nil, ID<Request>(verb) != nil else {
            throw Refusal(.invalidID, "request")
        }
        var request = Request(actor: actor, noun: noun, verb: verb)
        // An empty retained message is nothing kept but something cleared.
        if isRetained, payload.isEmpty { return .ignored }
        let limit = request.mayHoldPicture ? Self.pictureSizeLimit : Self.sizeLimit
        do throws(Refusal) {
            guard !isRetained else { throw Refusal(.retainedRequest) }
            guard payload.count <= limit else { throw Refusal(.tooLarge) }
            try request.read(payload)
        } catch {
            var refusal = error
            refusal.request = Request(actor: actor, noun: noun, verb: verb, id: request.id)
            throw refusal
        }
        return .request(request)
    }
}
