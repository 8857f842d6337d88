public import RoostCore

/// The names of the topics under which Roost publishes.
public struct Topics: Hashable, Sendable {
    public let base: String
    private let users: String
    private let administrators: String
    /// `nil` if nothing is published for OwnTracks apps.
    let ownTracks: String?
    let homeAssistant: String

    /// - Parameter isOnPhones: Whether anything is published for OwnTracks apps.
    public init(bases: TopicBases = TopicBases(), isOnPhones: Bool = true) {
        base = bases.roost
        users = "\(base)/user/"
        administrators = "\(base)/admin/"
        ownTracks = isOnPhones ? bases.ownTracks : nil
        homeAssistant = bases.homeAssistant
    }

    public var gatewayStatus: String { "\(base)/gateway/status" }
    public var gatewayInfo: String { "\(base)/gateway/info" }
    public var gatewayHealth: String { "\(base)/gateway/health" }

    public func presence(_ user: ID<User>) -> String { "\(base)/user/\(user)/presence" }
    public func location(_ user: ID<User>) -> String { "\(base)/user/\(user)/location" }
    public func transition(_ user: ID<User>) -> String { "\(base)/user/\(user)/transition" }
    public func alert(_ user: ID<User>) -> String { "\(base)/user/\(user)/alert" }
    public func spending(_ user: ID<User>) -> String { "\(base)/user/\(user)/spending" }
    public func reminder(_ user: ID<User>) -> String { "\(base)/user/\(user)/reminder" }
    /// Where Home Assistant looks for the entities of a user, and of an item.
    public func discovery(_ user: ID<User>) -> String {
        "\(homeAssistant)/device/roost_\(user)/config"
    }
    public func discovery(_ item: ID<Item>) -> String {
        "\(homeAssistant)/device/roostitem_\(item)/config"
    }
    /// Where Home Assistant reads the state of a user's tracker.
    public func trackerState(_ user: ID<User>) -> String {
        "\(homeAssistant)/device_tracker/roost_\(user)/state"
    }
    public func friend(_ friend: ID<User>, of viewer: ID<User>) -> String {
        "\(base)/user/\(viewer)/friends/\(friend)"
    }
    public func chat(_ group: ID<Group>) -> String { "\(base)/group/\(group)/chat" }
    public func chat(_ group: ID<Group>, of member: ID<User>) -> String {
        "\(base)/user/\(member)/group/\(group)/chat"
    }
    public func item(_ item: ID<Item>) -> String { "\(base)/item/\(item)/state" }
    public func item(_ item: ID<Item>, of owner: ID<User>) -> String {
        "\(base)/user/\(owner)/item/\(item)"
    }
    public func occupancy(_ place: ID<Place>) -> String { "\(base)/place/\(place)/occupancy" }

    // MARK: OwnTracks apps, if anything is published for them

    /// The event that makes a user's app notify, and the card that names its sender.
    public func notice(_ user: ID<User>) -> String? {
        contact(User.sender.rawValue, of: user).map { "\($0)/event" }
    }
    public func noticeCard(_ user: ID<User>) -> String? {
        contact(User.sender.rawValue, of: user).map { "\($0)/info" }
    }

    /// Where a friend is on the map of the viewer's app, and the friend's card.
    public func phoneFriend(_ friend: ID<User>, of viewer: ID<User>) -> String? {
        // Whoever has the sender's name would be told of as the sender.
        friend == User.sender ? nil : contact(friend.rawValue, of: viewer)
    }
    public func phoneCard(_ friend: ID<User>, of viewer: ID<User>) -> String? {
        phoneFriend(friend, of: viewer).map { "\($0)/info" }
    }

    private func contact(_ name: String, of viewer: ID<User>) -> String? {
        ownTracks.map { "\($0)/\(User.phonePrefix)\(viewer)/\(name)" }
    }

    /// Where a user's app takes commands; `nil` also if its name has no place in a topic.
    public func commands(_ device: DeviceKey) -> String? {
        guard !device.device.name.utf8.contains(where: { "/+#".utf8.contains($0) }) else {
            return nil
        }
        return ownTracks.map { "\($0)/\(device.user)/\(device.device.name)/cmd" }
    }

    // MARK: Requests

    /// Whether a message that the gateway receives on `topic` asks something, if it is one of
    /// Roost's own.
    public func mayBeRequest(_ topic: String) -> Bool { isOfActor(topic) }

    /// Where a request is sent, and where its response arrives unless it says otherwise.
    public func request(_ actor: Request.Actor, _ noun: String, _ verb: String) -> String {
        "\(root(of: actor))/request/\(noun)/\(verb)"
    }
    public func response(to request: Request) -> String {
        responses(of: request.actor) + request.path
    }
    /// The prefix of the topics of all responses to `actor`.
    public func responses(of actor: Request.Actor) -> String { "\(root(of: actor))/response/" }

    /// Whether a topic is that of a response, unless its asker chose one of their own.
    public func isResponse(_ topic: String) -> Bool {
        isOfActor(topic) && topic.contains("/response/")
    }

    private func isOfActor(_ topic: String) -> Bool {
        topic.hasPrefix(users) || topic.hasPrefix(administrators)
    }

    private func root(of actor: Request.Actor) -> String {
        switch actor {
        case .user(let user): "\(base)/user/\(user)"
        case .admin: "\(base)/admin"
        }
    }
}
