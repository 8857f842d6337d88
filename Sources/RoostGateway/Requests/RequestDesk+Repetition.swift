import Foundation
import RoostCore
import RoostFormats

/// What is delivered twice makes nothing twice, also if what it made was edited meanwhile.
extension RequestDesk {
    /// Within this time the same content without an id of its own counts as delivered twice, in
    /// seconds.
    static let repetition = 600.0

    /// What the request made when it came before, and otherwise the id of what it makes.
    ///
    /// It is known by its members and its own `id`, or else its correlation data. Without either it
    /// makes something new.
    ///
    /// - Parameters:
    ///   - given: The id that it names for what it makes; then that is all.
    ///   - known: What has an id, if anything.
    func repeated<Entity>(
        _ payload: RequestPayload, given: ID<Entity>?, created: KeyPath<Entity, Timestamp>,
        known: (ID<Entity>) throws(RequestError) -> Entity?
    ) throws(RequestError) -> (id: ID<Entity>, before: Entity?) {
        if let given { return (given, nil) }
        guard let mark = payload["id"]?.value.jsonText ?? mark?.description else {
            return (ID(checked: UUID().uuidString.lowercased()), nil)
        }
        // A photo has megabytes.
        let photo = payload["photo"]?.value.string.map { StableHash(of: Array($0.utf8)).hex } ?? ""
        let content = "\(mark) \(photo) \(payload.content(without: ["photo"]))"
        return try repeated(content, created: created, known: known)
    }

    /// The same by its content alone.
    func repeated<Entity>(
        _ content: String, created: KeyPath<Entity, Timestamp>,
        known: (ID<Entity>) throws(RequestError) -> Entity?
    ) throws(RequestError) -> (id: ID<Entity>, before: Entity?) {
        let span = Int64(Self.repetition * 1000)
        let now = engine.now.milliseconds
        let ids = [now / span, now / span - 1].map { number in
            var hash = StableHash()
            hash.combine(content)
            hash.combine(number)
            return ID<Entity>(checked: hash.hex)
        }
        if let before = try known(ids[0]) { return (ids[0], before) }
        if let before = try known(ids[1]),
            engine.now.seconds(since: before[keyPath: created]) <= Self.repetition
        {
            return (ids[1], before)
        }
        return (ids[0], nil)
    }
}

extension RequestPayload {
    /// The members in any order as one text, but for some.
    func content(without names: [String]) -> String {
        JSONObject(
            object.members.filter { !names.contains($0.name) }.sorted { $0.name < $1.name }
        ).jsonText
    }
}
