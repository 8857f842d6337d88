import OrderedCollections
import RoostCore
import RoostFormats
import RoostSettings

/// Decides what is published under the retained topics.
///
/// A retained topic is a view of the state: it is published again when its content differs. It is a
/// value, and time comes from outside, so that a replay publishes what the gateway would have
/// published.
struct Publications {
    /// A message for the broker to retain; an empty payload clears the topic.
    struct Message: Hashable {
        var topic: String
        var payload: [UInt8]
        /// When the broker is to forget it, also if no gateway is there to clear it.
        var expires: Timestamp?
    }

    private let topics: Topics
    /// Whether Home Assistant is told of users and items.
    private let isDiscovered: Bool
    /// Whom and what Home Assistant and phones have yet to be told of, or told anew.
    private var introductions: OrderedSet<Introduction> = []
    /// The hash of each topic's last payload; 0 if unknown.
    private var said: [TopicDigest: UInt64] = [:]
    private var queue = PublicationQueue()
    /// The viewers to whom each user was shown.
    private var shownTo: [ID<User>: Set<ID<User>>] = [:]
    private var mustSweep = false
    /// What `due` has gathered so far; nothing between two calls.
    private var news: [Message] = []

    private enum Introduction: Hashable {
        case user(ID<User>)
        case item(ID<Item>)
    }

    /// - Parameter isDiscovered: Whether Home Assistant is told of users and items.
    init(topics: Topics, isDiscovered: Bool) {
        self.topics = topics
        self.isDiscovered = isDiscovered
    }

    /// When the next detail may be published.
    var nextDue: Timestamp? {
        introductions.isEmpty ? queue.nextDue : .epoch
    }

    mutating func note(_ effect: Effect, at now: Timestamp) {
        switch effect {
        case .changed(let subject, let urgency): queue.note(subject, urgency, at: now)
        case .keep(let change): note(change)
        default: break
        }
    }

    private mutating func note(_ change: HouseholdChange) {
        switch change {
        case .saveUser(let user): introductions.append(.user(user.id))
        case .saveItem(let item):
            introductions.append(.item(item.id))
            // An earlier owner has it no more.
            if said[TopicDigest(topics.item(item.id))] != nil,
                said[TopicDigest(topics.item(item.id, of: item.owner))] == nil
            {
                mustSweep = true
            }
        // Some topics may have no owner left.
        case .deleteItem, .deletePlace: mustSweep = true
        case .deleteUser(let id):
            mustSweep = true
            // A later user of the same id has been shown nobody.
            for owner in shownTo.keys { shownTo[owner]?.remove(id) }
        default: break
        }
    }

    /// The clock was set: what waits is published now.
    mutating func forgetTimes(at now: Timestamp) { queue.forgetTimes(at: now) }

    /// The broker may have forgotten everything: all of it is to be published again.
    ///
    /// - Parameter kept: The topics under which it may retain something of the gateway.
    mutating func sayAllAgain(_ engine: Engine, kept: Set<TopicDigest> = []) {
        for topic in Array(said.keys) + kept { said[topic] = 0 }
        let household = engine.household
        let subjects: [Subject] =
            household.users.keys.sorted().flatMap {
                [.user($0), .friends(of: $0), .spending($0)]
            }
            + household.items.keys.sorted().map { .item($0) }
            + household.places.keys.sorted().map { .place($0) }
        for subject in subjects { queue.note(subject, .now, at: engine.now) }
        for user in household.users.keys.sorted() { introductions.append(.user(user)) }
        for item in household.items.keys.sorted() { introductions.append(.item(item)) }
        mustSweep = true
    }

    /// How many subjects are to be published at once.
    var backlog: Int { queue.backlog + introductions.count }

    /// What is to be published now, in order.
    ///
    /// - Parameter most: The most subjects to publish; the others follow when there is room for
    ///   them, as they are then.
    mutating func due(_ engine: Engine, at now: Timestamp, most: Int = .max) -> [Message] {
        let subjects = queue.take(most, at: now)
        for subject in subjects { say(subject, engine) }
        for introduction in introductions.takeFirst(most - subjects.count) {
            say(introduction, engine)
        }
        defer { news = [] }
        return news
    }

    // MARK: One subject

    private mutating func say(_ subject: Subject, _ engine: Engine) {
        switch subject {
        case .user(let user):
            if let view = engine.presence(of: user) {
                say(topics.presence(user), view.jsonBytes)
                // Last: an automation that waits for somebody to leave may count who is left, which
                // Home Assistant does by the presence.
                if isDiscovered {
                    let state = Discovery.trackerState(of: view)
                    say(topics.trackerState(user), Array(state.utf8))
                }
            }
            update(topics.location(user), engine.location(of: user))
            for viewer in engine.viewers(of: user) { say(user, to: viewer, engine) }
            // A distance changes when either end moves.
            for owner in engine.household.owners(sharingWith: user)
            where engine.share(of: owner, to: user)?.level == .exact {
                say(owner, to: user, engine)
            }
        case .friends(let user):
            let viewers = (shownTo[user] ?? []).union(engine.viewers(of: user))
            for viewer in viewers.sorted() { say(user, to: viewer, engine) }
        case .item(let item):
            guard let view = engine.view(of: item), let told = engine.ownersView(of: item) else {
                return
            }
            let payload = view.jsonBytes
            say(topics.item(item), payload)
            let isWhole = told.place == view.place
            say(topics.item(item, of: view.item.owner), isWhole ? payload : told.jsonBytes)
        case .place(let place):
            if let view = engine.occupancy(of: place) {
                say(topics.occupancy(place), view.jsonBytes)
            }
        case .spending(let user):
            update(topics.spending(user), engine.spending(of: user))
        case .node, .beacon, .silences, .reminder:
            break
        }
    }

    private mutating func say(_ introduction: Introduction, _ engine: Engine) {
        let household = engine.household
        switch introduction {
        case .user(let id):
            guard let user = household.users[id] else { return }
            // What others share with everyone, a new user sees too.
            for owner in household.owners(sharingWith: id)
            where shownTo[owner]?.contains(id) != true {
                say(owner, to: id, engine)
            }
            if isDiscovered {
                let discovery = Discovery(user, topics: topics, version: roostVersion)
                say(topics.discovery(id), discovery.jsonBytes)
            }
            if let card = topics.noticeCard(id) {
                say(card, OwnTracksCard.roost.jsonBytes)
            }
        case .item(let id):
            guard isDiscovered, let item = household.items[id] else { return }
            let discovery = Discovery(item, topics: topics, version: roostVersion)
            say(topics.discovery(id), discovery.jsonBytes)
        }
    }

    private mutating func say(_ owner: ID<User>, to viewer: ID<User>, _ engine: Engine) {
        let view = engine.friend(owner, for: viewer)
        if view == nil {
            shownTo[owner]?.remove(viewer)
        } else {
            shownTo[owner, default: []].insert(viewer)
        }
        let end = engine.endOfShare(of: owner, to: viewer)
        update(topics.friend(owner, of: viewer), view, until: end)
        show(view, at: topics.phoneFriend(owner, of: viewer), until: end) { OwnTracksFriend($0) }
        show(view, at: topics.phoneCard(owner, of: viewer), until: end) {
            $0.fix == nil ? nil : OwnTracksCard($0)
        }
    }

    /// Shows a friend in the viewer's OwnTracks app, or removes them from it.
    private mutating func show(
        _ friend: FriendView?, at topic: String?, until end: Timestamp?,
        as form: (FriendView) -> (some JSONWritable)?
    ) {
        if let topic { update(topic, friend.flatMap(form), until: end) }
    }

    /// Publishes what there is to show under a topic, or clears it if that is nothing.
    private mutating func update(
        _ topic: String, _ view: (some JSONWritable)?, until end: Timestamp? = nil
    ) {
        if let view {
            say(topic, view.jsonBytes, until: end)
        } else {
            clear(topic)
        }
    }

    private mutating func say(_ topic: String, _ payload: [UInt8], until end: Timestamp? = nil) {
        let hash = StableHash(of: payload).value ^ UInt64(bitPattern: end?.milliseconds ?? 0)
        guard said.updateValue(hash, forKey: TopicDigest(topic)) != hash else { return }
        news.append(Message(topic: topic, payload: payload, expires: end))
    }

    private mutating func clear(_ topic: String) {
        guard said.removeValue(forKey: TopicDigest(topic)) != nil else { return }
        news.append(Message(topic: topic, payload: []))
    }

    // MARK: What is left

    /// Clears the topics of deleted users and things.
    ///
    /// - Parameter names: All topics that may be retained; asked for only if some are to be
    ///   cleared.
    mutating func clearLeftovers(
        _ engine: Engine, among names: () throws -> Set<String>
    ) rethrows -> [Message] {
        guard mustSweep else { return [] }
        let leftovers = Set(said.keys).subtracting(owned(by: engine))
        let cleared =
            leftovers.isEmpty
            ? [] : try names().filter { leftovers.contains(TopicDigest($0)) }.sorted()
        for topic in leftovers { said[topic] = nil }
        mustSweep = false
        return cleared.map { Message(topic: $0, payload: []) }
    }

    /// The topics of all users and things that there are.
    private func owned(by engine: Engine) -> Set<TopicDigest> {
        var owned: Set<TopicDigest> = []
        func keep(_ names: String?...) {
            for case let name? in names { owned.insert(TopicDigest(name)) }
        }
        for user in engine.household.users.keys {
            keep(topics.presence(user), topics.noticeCard(user))
            if engine.location(of: user) != nil { keep(topics.location(user)) }
            if isDiscovered { keep(topics.discovery(user), topics.trackerState(user)) }
            if engine.spending(of: user) != nil { keep(topics.spending(user)) }
            for viewer in engine.viewers(of: user) {
                guard let share = engine.share(of: user, to: viewer) else { continue }
                keep(topics.friend(user, of: viewer))
                guard share.level == .exact, engine.location(of: user) != nil else { continue }
                keep(topics.phoneFriend(user, of: viewer), topics.phoneCard(user, of: viewer))
            }
        }
        for item in engine.household.items.values {
            keep(topics.item(item.id), topics.item(item.id, of: item.owner))
            if isDiscovered { keep(topics.discovery(item.id)) }
        }
        for place in engine.household.places.keys { keep(topics.occupancy(place)) }
        return owned
    }
}
