import Foundation
import RoostCore
import RoostFormats

/// What is saved twice without an id of its own, as by somebody who taps again, is made once.
///
/// A request that is delivered twice does not come here again: see ``AnswerBook``.
extension RequestDesk {
    /// Within this time the same content without an id of its own counts as saved twice, in seconds.
    static let repetition = 600.0

    /// What was made of the same content lately, and otherwise the id of what is made of it.
    ///
    /// - Parameter known: What has an id, if anything.
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

extension ID {
    /// One that nothing has.
    static func new() -> ID { ID(checked: UUID().uuidString.lowercased()) }
}
