import OrderedCollections
import RoostCore
import RoostFormats

// How a request's payload, or an entry of an import file, becomes part of the household. Members
// that it omits stay unchanged; members that it sets to `null` are removed.

extension Item {
    /// - Parameter isKnown: Whether the item may be watched in a place.
    static func draft(
        _ payload: RequestPayload, id: ID<Item>, owner: ID<User>, before: Item?,
        isKnown: (ID<Place>) -> Bool
    ) throws(RequestError) -> Item {
        var item = before ?? Item(id: id, owner: owner, name: id.rawValue)
        item.owner = owner
        try payload.refuseNull("name")
        if let name = try payload["name"]?.string() { item.name = name }
        if let kind = payload.change(of: "kind") { item.kind = try kind?.choice() ?? .other }
        if let beacon = payload.change(of: "beacon") { item.beacon = try beacon?.beacon() }
        if let range = payload.change(of: "range") {
            item.range = try range?.number(in: 0.1...1000)
        }
        if let power = payload.change(of: "tx_power") {
            item.txPower = try power?.number(in: -110 ... -10)
        }
        // The measured power was that of the previous beacon.
        if item.beacon != before?.beacon, payload["tx_power"] == nil { item.txPower = nil }
        if payload.isNull("watch") { item.watch = .everywhere }
        if let watch = payload["watch"] { item.watch = try .draft(watch, isKnown: isKnown) }
        return item
    }
}

extension Item.Watch {
    fileprivate static func draft(
        _ field: RequestField, isKnown: (ID<Place>) -> Bool
    ) throws(RequestError) -> Item.Watch {
        if field.value.string == "everywhere" { return .everywhere }
        guard field.value.array != nil else {
            throw field.wrongType("\"everywhere\" or a list of places")
        }
        let places = try field.unique(count: 0...100) { (entry) throws(RequestError) in
            let place: ID<Place> = try entry.id()
            guard isKnown(place) else { throw .notFound("place", entry.name) }
            return place
        }
        return .places(places)
    }
}

extension Group {
    /// - Parameter isKnown: Whether the household has such a user.
    static func draft(
        _ payload: RequestPayload, id: ID<Group>, owner: ID<User>, before: Group?,
        at now: Timestamp,
        isKnown: (ID<User>) -> Bool
    ) throws(RequestError) -> Group {
        var group =
            before
            ?? Group(
                id: id, name: id.rawValue, owner: owner,
                members: [Member(user: owner, since: now)])
        if group.owner != owner { group.setOwner(owner, at: now) }
        try payload.refuseNull("name")
        if let name = payload["name"] { group.name = try name.string() }
        if payload.isNull("members") { group.setMembers([], at: now) }
        guard let field = payload["members"] else { return group }
        var users: Set<ID<User>> = []
        for entry in try field.array(count: 0...Group.mostMembers) {
            let user: ID<User> = try entry.id()
            guard isKnown(user) else { throw .notFound("user", entry.name) }
            users.insert(user)
        }
        group.setMembers(users, at: now)
        guard group.members.count <= Group.mostMembers else {
            throw field.outOfRange("at most \(Group.mostMembers) with the owner")
        }
        return group
    }
}

extension RequestField {
    /// The id made of what somebody calls a thing here.
    func id<Entity>(from text: String) throws(RequestError) -> ID<Entity> {
        guard let id = ID<Entity>(from: text) else {
            throw RequestError(.invalidID, "\(name) must have a letter or a digit", field: name)
        }
        return id
    }

    /// The elements of a list, of which no two have the same `key`.
    func distinct<Draft, Key: Equatable>(
        count: ClosedRange<Int>, by key: KeyPath<Draft, Key>,
        _ draft: (RequestField) throws(RequestError) -> Draft
    ) throws(RequestError) -> [Draft] {
        var drafts: [Draft] = []
        for entry in try array(count: count) {
            let next = try draft(entry)
            guard !drafts.contains(where: { $0[keyPath: key] == next[keyPath: key] }) else {
                throw RequestError(
                    .conflict, "\(entry.name) is in the list already", field: entry.name)
            }
            drafts.append(next)
        }
        return drafts
    }

    /// The elements of a list, each once, in the order in which they first stand.
    func unique<Element: Hashable>(
        count: ClosedRange<Int>, _ read: (RequestField) throws(RequestError) -> Element
    ) throws(RequestError) -> [Element] {
        var elements: OrderedSet<Element> = []
        for entry in try array(count: count) { elements.append(try read(entry)) }
        return elements.elements
    }

    /// `#3366ff`, in lower case.
    fileprivate func color() throws(RequestError) -> String {
        let text = try string(length: 0...200).lowercased()
        guard text.utf8.count == 7, text.first == "#",
            text.dropFirst().allSatisfy({ $0.isASCII && $0.isHexDigit })
        else { throw outOfRange("like #3366ff") }
        return text
    }

    /// The name of a phone.
    fileprivate func device() throws(RequestError) -> Device {
        guard let device = Device(try string(length: 1...64)) else {
            throw outOfRange("a device's name of at most 64 bytes")
        }
        return device
    }
}

extension User {
    static func draft(
        _ payload: RequestPayload, id: ID<User>, before: User?, usual: Settings
    ) throws(RequestError) -> User {
        guard id != User.everyone else {
            let field = payload["user"]?.name ?? "user"
            throw RequestError(
                .invalidID, "\(field) must be another: a share with everyone is with all users",
                field: field)
        }
        // Whoever has such a name could read what is for somebody else's phone.
        guard before != nil || !User.isReserved(id) else {
            let field = payload["user"]?.name ?? "user"
            throw RequestError(
                .invalidID,
                "\(field) must not be roost, nor begin with roost-: such topics are Roost's own",
                field: field)
        }
        var user = before ?? User(id: id, name: id.rawValue, settings: usual)
        try payload.refuseNull("name")
        if let name = try payload["name"]?.string() { user.name = name }
        if let admin = payload.change(of: "admin") { user.isAdmin = try admin?.bool() ?? false }
        if let devices = payload.change(of: "devices") {
            user.devices =
                try devices?.unique(count: 0...50) { (field) throws(RequestError) in
                    try field.device()
                } ?? []
        }
        if let beacons = payload.change(of: "beacons") {
            user.beacons =
                try beacons?.unique(count: 0...50) { (field) throws(RequestError) in
                    try field.beacon()
                } ?? []
        }
        if let zone = payload.change(of: "timezone") {
            user.settings.timezone = try zone?.timezone() ?? usual.timezone
        }
        return user
    }
}

extension Share {
    static func draft(
        _ payload: RequestPayload, owner: ID<User>, viewer: Viewer, before: Share?
    ) throws(RequestError) -> Share {
        try payload.refuseNull("level")
        var share = before ?? Share(owner: owner, viewer: viewer, level: .presence)
        if before == nil || payload["level"] != nil {
            share.level = try payload.required("level").choice()
        }
        if let until = payload.change(of: "until") { share.until = try until?.time() }
        if let hours = payload.change(of: "hours") { share.hours = try hours?.hours() }
        return share
    }
}

extension Friend {
    static func draft(
        _ payload: RequestPayload, user: ID<User>, friend: ID<User>, before: Friend?
    ) throws(RequestError) -> Friend {
        var draft = before ?? Friend(user: user, friend: friend)
        if let color = payload.change(of: "color") { draft.color = try color?.color() }
        if let order = payload.change(of: "order") {
            draft.order = try order?.integer(in: 0...10_000) ?? 0
        }
        return draft
    }
}
