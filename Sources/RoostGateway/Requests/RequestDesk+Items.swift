import Foundation
import RoostCore
import RoostFormats
import RoostStore

extension RequestDesk {
    mutating func saveItem(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: Item.members + ["picture"], of: user)
        let id = try itemID(payload, of: user)
        let before = household.items[id]
        if let before, before.owner != user { throw .taken("item", id.rawValue) }
        guard before != nil || household.itemIDs(of: user).count < Item.mostOfOwner else {
            throw .tooMany("items", Item.mostOfOwner, field: "item")
        }
        if before == nil, payload["name"] == nil, payload["item"] != nil {
            _ = try payload.required("name")
        }
        let places = household.places
        let item = try Item.draft(payload, id: id, owner: user, before: before) {
            places[$0]?.isKnown(to: user) ?? false
        }
        if let beacon = item.beacon, beacon != before?.beacon {
            try checkFree(beacon, for: .item(id), field: "beacon")
        }
        // Before anything is stored: a bad picture must not leave half an item.
        let bytes = try packedPicture(payload)?.bytes
        keep([.saveItem(item)])
        if let bytes { keep(.picture(bytes, of: id)) }
        if payload.isNull("picture") { keep(.picture(nil, of: id)) }
        return item
    }

    func itemID(_ payload: RequestPayload, of user: ID<User>) throws(RequestError) -> ID<Item> {
        let items = household.items
        return try id(
            "item", payload,
            own: household.itemIDs(of: user).lazy.map { ($0, items[$0]?.name ?? "") }, of: user
        ) { items[$0] != nil }
    }

    /// The given id, or one made from the name: that of something of that name of the user's own,
    /// or a new one.
    ///
    /// - Parameters:
    ///   - own: The ids and names of the user's own, which may be thousands.
    ///   - user: Who asks; `nil` for the household.
    func id<Entity, Own: Sequence>(
        _ noun: String, _ payload: RequestPayload, own: @autoclosure () -> Own,
        of user: ID<User>?, isTaken: (ID<Entity>) -> Bool
    ) throws(RequestError) -> ID<Entity> where Own.Element == (id: ID<Entity>, name: String) {
        if let field = payload[noun] { return try field.id() }
        let name = try payload.required("name").string()
        let alike = own().filter { $0.name.lowercased() == name.lowercased() }
        let same = alike.filter { $0.name == name }
        if let known = (same.isEmpty ? alike : same).map(\.id).min() { return known }
        guard let plain = ID<Entity>(from: name) else { throw .spellsNoID(noun) }
        guard let id = plain.variants(of: user).first(where: { !isTaken($0) }) else {
            throw .taken(noun, plain.rawValue)
        }
        return id
    }

    mutating func deleteItem(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["item"], of: user)
        let item = try ownItem(payload, of: user)
        keep([.deleteItem(item.id)])
        return Members { $0.member("item", item.id) }
    }

    func listItems(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: [], of: user)
        return listed("items", household.items(of: user))
    }

    private func packedPicture(
        _ payload: RequestPayload
    ) throws(RequestError) -> PackedPicture? {
        // A replay has no store for it.
        guard let field = payload["picture"], store != nil || packed != nil else { return nil }
        return try picture(of: field)
    }

    func item(_ payload: RequestPayload, of user: ID<User>) throws(RequestError) -> any JSONWritable
    {
        try payload.allow(request: ["item"], of: user)
        let item = try ownItem(payload, of: user)
        let state = engine.ownersView(of: item.id)
        let picture = try read { try $0.picture(of: item.id) } ?? nil
        return Members { json in
            json.member("item", item.id)
            json.member("owner", item.owner)
            json.member("definition", item)
            json.member("state", state)
            json.member("picture", picture.map { Data($0).base64EncodedString() })
        }
    }

    /// Refuses a beacon that another bearer has.
    func checkFree(
        _ beacon: BeaconID, for bearer: Household.Bearer, field: String
    ) throws(RequestError) {
        // It is in use under any name by which it is known.
        guard engine.bearers(of: beacon).isSubset(of: [bearer]) else {
            throw .inUse(beacon, field)
        }
    }

    func ownItem(
        _ payload: RequestPayload, _ name: String = "item", of user: ID<User>
    ) throws(RequestError) -> Item {
        let id: ID<Item> = try payload.required(name).id()
        guard let item = household.items[id], item.owner == user else {
            throw .notFound("item", name)
        }
        return item
    }
}
