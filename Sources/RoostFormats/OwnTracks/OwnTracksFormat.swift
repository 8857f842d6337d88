import RoostCore

/// What the OwnTracks apps publish below `owntracks/<user>/<device>`.
struct OwnTracksFormat: Sendable {
    /// How many levels of a topic come before the user's.
    private let depth: Int
    private let secrets: Secrets

    init(base: String, secrets: Secrets) {
        depth = base.split(separator: "/", omittingEmptySubsequences: false).count
        self.secrets = secrets
    }

    private enum PayloadType: String, CaseIterable {
        case location, transition, waypoint, waypoints, card, encrypted
    }

    private static let types = Vocabulary<PayloadType>()

    func read(_ message: DialectMessage) throws(Refusal) -> Incoming {
        let topic = message.topic
        guard topic.count == 2 || topic.count == 3 else {
            // The user's level alone, or something deeper such as the gateway's own alerts.
            guard topic.count > 1, topic.text(0).hasPrefix(User.phonePrefix) else {
                throw Refusal(.unknownTopic)
            }
            return .ignored
        }
        let name = topic.text(0)
        if name.hasPrefix(User.phonePrefix) { return .ignored }
        guard let user = ID<User>(name) else {
            throw Refusal(.invalidID, "user: only a to z, 0 to 9, _ and -")
        }
        guard let device = Device(topic.text(1)) else { throw Refusal(.invalidID, "device") }
        // Commands go to a phone; they do not come from one.
        if topic.count == 3, topic.word(2) == Self.commands { return .ignored }
        guard !message.payload.isEmpty else { return .ignored }
        let sender = DeviceKey(user: user, device: device)
        return try read(
            message.payload, from: sender, isRetained: message.isRetained, isDecrypted: false)
    }

    private static let commands = ShortWord("cmd")

    private func read(
        _ payload: [UInt8], from sender: DeviceKey, isRetained: Bool, isDecrypted: Bool
    ) throws(Refusal) -> Incoming {
        var draft = OwnTracksDraft()
        var reader = LenientReader(payload)
        do throws(JSONError) {
            try draft.read(&reader)
        } catch {
            throw Refusal(error)
        }
        guard let type = draft.type else {
            try reader.checkFaults()
            throw Refusal(.missingField, "_type")
        }
        guard let known = Self.types[ShortWord(bytes: reader.json.contents(type))] else {
            return .ignored
        }
        try checkSender(draft, reader.json, sender)
        switch known {
        case .location:
            try reader.checkFaults()
            return .events([.fix(try draft.fix(reader, isRetained: isRetained), of: sender)])
        case .transition:
            try reader.checkFaults()
            var fix = try draft.fix(reader, isRetained: isRetained)
            fix.crossing = try crossing(draft, reader.json)
            return .events([.fix(fix, of: sender)])
        case .waypoint, .waypoints:
            // The app retains none; when a bridge's comes, its place may have changed since.
            return isRetained ? .ignored : try OwnTracksWaypoints.read(payload, of: sender.user)
        case .card:
            return try card(payload, of: sender.user, isRetained: isRetained)
        case .encrypted:
            guard !isDecrypted else { throw Refusal(.nestedEncryption) }
            let plain = try decrypt(payload, from: sender)
            return try read(plain, from: sender, isRetained: isRetained, isDecrypted: true)
        }
    }

    /// A payload may name its topic or its user; they must match those that the broker vouches for.
    private func checkSender(
        _ draft: OwnTracksDraft, _ json: JSONReader, _ sender: DeviceKey
    ) throws(Refusal) {
        let user = sender.user.rawValue
        if let claimed = draft.user, !json.contents(claimed).elementsEqual(user.utf8) {
            throw Refusal(.wrongUser, "user")
        }
        guard let topic = draft.topic else { return }
        let claimed = json.contents(topic)
        let levels = claimed.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        // A bridge may have added levels to the base, or removed some.
        let isOfUser = depth < levels.count && levels[depth].elementsEqual(user.utf8)
        let isOfDevice = zip(levels, levels.dropFirst()).contains {
            $0.elementsEqual(user.utf8) && $1.elementsEqual(sender.device.name.utf8)
        }
        guard isOfUser || isOfDevice else { throw Refusal(.wrongUser, "topic") }
    }

    private func crossing(
        _ draft: OwnTracksDraft, _ json: JSONReader
    ) throws(Refusal) -> Fix.Crossing {
        guard let event = draft.event else { throw Refusal(.missingField, "event") }
        let isEntering: Bool
        switch json.string(event) {
        case "enter": isEntering = true
        case "leave": isEntering = false
        default: throw Refusal(.outOfRange, "event")
        }
        let origin =
            draft.regionTime.flatMap(OwnTracksWaypoints.origin)
            ?? draft.regionID.map(json.string)
        let region = draft.region.map(json.string) ?? ""
        guard region.utf8.count <= OwnTracksWaypoints.nameLimit, origin?.utf8.count ?? 0 <= 64
        else { throw Refusal(.outOfRange, "desc") }
        return Fix.Crossing(
            isEntering: isEntering, region: OwnTracksWaypoints.plainName(region), origin: origin)
    }

    private func card(
        _ payload: [UInt8], of user: ID<User>, isRetained: Bool
    ) throws(Refusal) -> Incoming {
        guard let value = try Refusal.json(payload)["name"], value != .null else { return .ignored }
        guard let name = value.string else { throw Refusal(.wrongType, "name") }
        let words = name.split { $0.isWhitespace || $0.isNewline || $0 == "\0" }
        let trimmed = words.joined(separator: " ")
        guard trimmed.utf8.count <= 200 else { throw Refusal(.outOfRange, "name") }
        guard !trimmed.isBlank else { return .ignored }
        return .events([.card(name: trimmed, of: user, isRetained: isRetained)])
    }

    private func decrypt(_ payload: [UInt8], from sender: DeviceKey) throws(Refusal) -> [UInt8] {
        guard let value = try Refusal.json(payload)["data"] else {
            throw Refusal(.missingField, "data")
        }
        guard let data = value.string else { throw Refusal(.wrongType, "data") }
        guard let secret = secrets.secret(of: sender) else {
            throw Refusal(.undecryptable, "no key for the device")
        }
        guard let sealed = Base64.decode(data.utf8),
            let plain = SecretBox.open(sealed, secret: secret)
        else { throw Refusal(.undecryptable, "not sealed with the key of the device") }
        return plain
    }
}
