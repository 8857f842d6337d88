import RoostCore
import RoostFormats
import Terminal

/// The state of `roost watch`: takes messages, gives lines.
struct WatchBoard {
    let topics: Topics
    private(set) var people: [String: Person] = [:]
    private(set) var items: [String: Thing] = [:]
    private(set) var alerts: [Notice] = []
    /// The gateway's last status; `nil` if there was none yet.
    private(set) var gateway: String?
    private var placeNames: [String: String] = [:]

    private static let mostAlerts = 100

    init(topics: Topics) {
        self.topics = topics
    }

    /// Forgets all but the alerts: on a new connection the broker repeats what still holds.
    mutating func forgetStates() {
        (people, items, gateway) = ([:], [:], nil)
    }

    /// The topics to subscribe to: everything, or only those under one user, which is all that an
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

    /// Takes a message; returns what it changed, or `nil` if the meaning stayed.
    mutating func take(topic: String, payload: [UInt8], at now: Timestamp) -> Change? {
        switch topics.content(of: topic) {
        case .gatewayStatus:
            return takeStatus(String(decoding: payload, as: UTF8.self).harmless)
        case .presence(let user), .friend(let user, _):
            return takePerson(user.rawValue, payload)
        case .item(let item), .ownItem(let item, _):
            return takeItem(item.rawValue, payload)
        case .alert(let user):
            return takeAlert(of: user.rawValue, payload, at: now)
        case .occupancy(let place):
            takeName(of: place.rawValue, payload)
            return nil
        case nil:
            return nil
        }
    }

    func name(ofUser id: String) -> String { people[id]?.name ?? id }

    func names(_ users: [String]) -> String {
        users.map { name(ofUser: $0) }.sorted().joined(separator: ", ")
    }

    /// Where an item is: with its owner on the way, in a place, or where it was last heard.
    func whereabouts(_ item: Thing) -> String {
        let isHeard = item.proximity != "lost"
        guard let place = item.place else {
            return item.withOwner == "yes" ? "with \(name(ofUser: item.owner))" : "–"
        }
        let spot = item.room.map { "\($0), \(place)" } ?? place
        return isHeard || item.withOwner == "yes" ? spot : "last in \(spot)"
    }

    private mutating func takeStatus(_ status: String) -> Change? {
        guard gateway != status else { return nil }
        gateway = status
        return Change(subject: "gateway", text: "the gateway is \(status)")
    }

    private mutating func takeName(of place: String, _ payload: [UInt8]) {
        let name = (try? JSON(payload))?["name"]?.string?.harmless
        placeNames[place] = name
        // The name may be for a destination that was shown before.
        for id in people.keys where people[id]?.headingID == place {
            people[id]?.heading = name ?? place
        }
    }

    private mutating func takePerson(_ id: String, _ payload: [UInt8]) -> Change? {
        guard let json = try? JSON(payload), json.object != nil else {
            // An empty payload: the user, or what they share, is gone.
            guard payload.isEmpty, let person = people.removeValue(forKey: id) else { return nil }
            return Change(subject: "person \(id)", text: "\(person.name): no longer shown")
        }
        let heading = json.word("heading_to")
        let person = Person(
            name: json.word("name") ?? id, hand: json.word("hand") ?? "unknown",
            place: json.word("place_name") ?? json.word("place"),
            room: json.word("room_name") ?? json.word("room"), activity: json.word("activity"),
            headingID: heading, heading: heading.map { placeNames[$0] ?? $0 },
            eta: json.time("eta"),
            since: json.time("since"), updated: json.time("updated"),
            confidence: json["confidence"]?.number?.double,
            battery: json["battery"]?.number?.literal)
        let before = people.updateValue(person, forKey: id)
        guard before?.summary != person.summary else { return nil }
        return Change(subject: "person \(id)", text: "\(person.name): \(person.summary)")
    }

    private mutating func takeItem(_ id: String, _ payload: [UInt8]) -> Change? {
        guard let json = try? JSON(payload), json.object != nil else {
            guard payload.isEmpty, let item = items.removeValue(forKey: id) else { return nil }
            return Change(subject: "thing \(id)", text: "\(item.name): no longer shown")
        }
        let item = Thing(
            name: json.word("name") ?? id, owner: json.word("owner") ?? "",
            place: json.word("place_name") ?? json.word("place"),
            room: json.word("room_name") ?? json.word("room"),
            proximity: json.word("proximity") ?? "", withOwner: json.word("with_owner") ?? "",
            lastSeen: json.time("last_seen"), battery: json["battery"]?.number?.literal)
        let before = items.updateValue(item, forKey: id).map(summary)
        let summary = summary(item)
        guard before != summary else { return nil }
        return Change(subject: "thing \(id)", text: "\(item.name): \(summary)")
    }

    private func summary(_ item: Thing) -> String {
        switch item.withOwner {
        case "yes": "\(whereabouts(item)), with its owner"
        case "no": "\(whereabouts(item)), not with its owner"
        default: "\(whereabouts(item)), cannot tell whether with its owner"
        }
    }

    private mutating func takeAlert(
        of user: String, _ payload: [UInt8], at now: Timestamp
    ) -> Change? {
        guard let json = try? JSON(payload), let id = json.word("id"),
            !alerts.contains(where: { $0.id == id })
        else { return nil }
        let alert = Notice(
            id: id, user: user, severity: json.word("severity") ?? "info",
            title: json.word("title") ?? id, text: json.word("text") ?? "", time: now)
        alerts.append(alert)
        if alerts.count > Self.mostAlerts { alerts.removeFirst() }
        return Change(
            subject: "alert \(id)", text: "\(name(ofUser: user)): \(alert.words)", alert: alert)
    }
}

extension JSON {
    /// A text without terminal control characters; `nil` if it is empty or missing.
    fileprivate func word(_ name: String) -> String? {
        self[name]?.string.map(\.harmless).flatMap { $0.isEmpty ? nil : $0 }
    }

    fileprivate func time(_ name: String) -> Timestamp? {
        self[name]?.string.flatMap { Timestamp(rfc3339: $0) }
    }
}
