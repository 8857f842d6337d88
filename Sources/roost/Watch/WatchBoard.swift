import RoostCore
import RoostFormats

/// What `roost watch` knows: messages go in, lines come out.
struct WatchBoard {
    /// The first levels of Roost's topics.
    let base: String
    private(set) var people: [String: Person] = [:]
    private(set) var items: [String: Thing] = [:]
    private(set) var alerts: [Notice] = []
    /// What the gateway last said of itself; `nil` before it did.
    private(set) var gateway: String?
    private var placeNames: [String: String] = [:]

    private static let mostAlerts = 100

    init(base: String = "roost") {
        self.base = base
    }

    struct Person: Hashable {
        var name: String
        var hand: String
        var place: String?
        var room: String?
        var activity: String?
        var heading: String?
        var eta: Timestamp?
        var since: Timestamp?
        var updated: Timestamp?
        var confidence: Double?
        var battery: String?
    }

    struct Thing: Hashable {
        var name: String
        var owner: String
        var place: String?
        var room: String?
        var proximity: String
        var withOwner: String
        var lastSeen: Timestamp?
        var battery: String?
    }

    struct Notice: Hashable {
        var id: String
        var user: String
        var severity: String
        var title: String
        var text: String
        var time: Timestamp
    }

    /// One thing that changed its meaning, in words.
    struct Change: Hashable {
        enum Kind: Hashable { case state, alert(severity: String) }
        var kind: Kind
        var text: String
    }

    /// What to listen to: everything, or only what lies under one user, which is all that an
    /// ordinary user may read.
    static func filters(base: String, user: String?) -> [String] {
        let parts =
            user.map {
                [
                    "user/\($0)/presence", "user/\($0)/friends/+", "user/\($0)/item/+",
                    "user/\($0)/alert",
                ]
            } ?? ["user/+/presence", "item/+/state", "user/+/alert", "place/+/occupancy"]
        return (["gateway/status"] + parts).map { "\(base)/\($0)" }
    }

    /// Takes in a message; returns what it changed, `nil` where the meaning stayed.
    mutating func take(topic: String, payload: [UInt8], at now: Timestamp) -> Change? {
        guard topic.hasPrefix(base + "/") else { return nil }
        let levels = topic.dropFirst(base.count + 1)
            .split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        switch (levels.first, levels.count) {
        case ("gateway", 2):
            return takeStatus(String(decoding: payload, as: UTF8.self).harmless)
        case ("item", 3) where levels[2] == "state":
            return takeItem(levels[1], payload)
        case ("place", 3) where levels[2] == "occupancy":
            let name = (try? JSON(payload))?["name"]?.string?.harmless
            placeNames[levels[1]] = name
            return nil
        case ("user", 3) where levels[2] == "presence":
            return takePerson(levels[1], payload)
        case ("user", 3) where levels[2] == "alert":
            return takeAlert(of: levels[1], payload, at: now)
        case ("user", 4) where levels[2] == "friends":
            return takePerson(levels[3], payload)
        case ("user", 4) where levels[2] == "item":
            return takeItem(levels[3], payload)
        default:
            return nil
        }
    }

    func name(ofUser id: String) -> String { people[id]?.name ?? id }

    private mutating func takeStatus(_ status: String) -> Change? {
        guard gateway != status else { return nil }
        gateway = status
        return Change(kind: .state, text: "the gateway is \(status)")
    }

    private mutating func takePerson(_ id: String, _ payload: [UInt8]) -> Change? {
        guard let json = try? JSON(payload), json.object != nil else {
            // An empty payload: the user, or what they let others see, is gone.
            guard payload.isEmpty, let person = people.removeValue(forKey: id) else { return nil }
            return Change(kind: .state, text: "\(person.name): no longer shown")
        }
        let heading = json.word("heading_to")
        let person = Person(
            name: json.word("name") ?? id, hand: json.word("hand") ?? "unknown",
            place: json.word("place_name") ?? json.word("place"),
            room: json.word("room_name") ?? json.word("room"), activity: json.word("activity"),
            heading: heading.map { placeNames[$0] ?? $0 }, eta: json.time("eta"),
            since: json.time("since"), updated: json.time("updated"),
            confidence: json["confidence"]?.number?.double,
            battery: json["battery"]?.number?.literal)
        let before = people.updateValue(person, forKey: id)
        guard before?.summary != person.summary else { return nil }
        return Change(kind: .state, text: "\(person.name): \(person.summary)")
    }

    private mutating func takeItem(_ id: String, _ payload: [UInt8]) -> Change? {
        guard let json = try? JSON(payload), json.object != nil else {
            guard payload.isEmpty, let item = items.removeValue(forKey: id) else { return nil }
            return Change(kind: .state, text: "\(item.name): no longer shown")
        }
        let item = Thing(
            name: json.word("name") ?? id, owner: json.word("owner") ?? "",
            place: json.word("place_name") ?? json.word("place"),
            room: json.word("room_name") ?? json.word("room"),
            proximity: json.word("proximity") ?? "", withOwner: json.word("with_owner") ?? "",
            lastSeen: json.time("last_seen"), battery: json["battery"]?.number?.literal)
        let before = items.updateValue(item, forKey: id)
        guard before?.summary != item.summary else { return nil }
        return Change(kind: .state, text: "\(item.name): \(item.summary)")
    }

    private mutating func takeAlert(
        of user: String, _ payload: [UInt8], at now: Timestamp
    ) -> Change? {
        guard let json = try? JSON(payload), let id = json.word("id"),
            !alerts.contains(where: { $0.id == id })
        else { return nil }
        let alert = Notice(
            id: id, user: user, severity: json.word("severity") ?? "info",
            title: json.word("title") ?? id, text: json.word("text") ?? "",
            time: json.time("time") ?? now)
        alerts.append(alert)
        if alerts.count > Self.mostAlerts { alerts.removeFirst() }
        return Change(
            kind: .alert(severity: alert.severity),
            text: "\(name(ofUser: user)), \(alert.title): \(alert.text)")
    }
}

extension WatchBoard.Person {
    /// The place with its room, or the way.
    var whereabouts: String {
        if let place { return room.map { "\($0), \(place)" } ?? place }
        return heading.map { "→ \($0)" } ?? "–"
    }

    fileprivate var summary: String {
        if place != nil { return "\(whereabouts) (\(hand))" }
        return heading.map { "\(hand), heading for \($0)" } ?? hand
    }
}

extension WatchBoard.Thing {
    var whereabouts: String {
        guard let place else { return "–" }
        return room.map { "\($0), \(place)" } ?? place
    }

    /// The three answers in words.
    var answer: String { withOwner == "cannot_tell" ? "cannot tell" : withOwner }

    fileprivate var summary: String { "\(whereabouts), with its owner: \(answer)" }
}

extension JSON {
    /// A text without anything that could steer a terminal; `nil` where there is none.
    fileprivate func word(_ name: String) -> String? {
        self[name]?.string.map(\.harmless).flatMap { $0.isEmpty ? nil : $0 }
    }

    fileprivate func time(_ name: String) -> Timestamp? {
        self[name]?.string.flatMap { Timestamp(rfc3339: $0) }
    }
}
