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
        try id("item", payload, of: user) { id in
            household.items[id].map { ($0.owner, $0.name) }
        }
    }

    /// The given id, or one made from the name: that of something of the user's own of that name,
    /// or a new, unused one.
    ///
    /// - Parameter known: Whose the thing with that id is, and its name; `nil` if there is none.
    func id<Entity>(
        _ noun: String, _ payload: RequestPayload, of user: ID<User>,
        known: (ID<Entity>) -> (owner: ID<User>, name: String)?
    ) throws(RequestError) -> ID<Entity> {
        if let field = payload[noun] { return try field.id() }
        let name = try payload.required("name").string()
        guard let plain = ID<Entity>(from: name) else { throw .spellsNoID(noun) }
        // Names of which no other letters are kept, such as emoji, make the same id.
        let ids = plain.variants(of: user)
        let own = ids.first { id in
            guard let known = known(id) else { return false }
            return known.owner == user && known.name.lowercased() == name.lowercased()
        }
        let id = own ?? ids.first { known($0) == nil }
        guard let id else { throw .taken(noun, plain.rawValue) }
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
