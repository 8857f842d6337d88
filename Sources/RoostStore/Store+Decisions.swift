import Foundation
import GRDB
public import RoostCore

extension Store {
    /// What is said of an item among the decisions about its user: what an alert was given for.
    private static let toldOfItems = [
        "left_behind", "leaving_without", "arrived_without", "item_lost", "item_found",
    ]

    /// The decisions about one of a user's items, or about the user and what they were warned of,
    /// newest first.
    public func decisions(
        _ query: HistoryQuery, about item: ID<Item>? = nil
    ) throws -> [Decision] {
        try database.read { db in
            let isMeant: SQL =
                item.map { "item = \($0.rawValue)" }
                ?? "(item IS NULL OR json ->> '$.rule' IN \(Self.toldOfItems))"
            return try Self.decisions(
                """
                SELECT json FROM decision
                WHERE user = \(query.user.rawValue) AND time >= \(query.from.milliseconds)
                    AND time < \(query.to.milliseconds) AND \(isMeant)
                ORDER BY time DESC, id DESC LIMIT \(query.limit)
                """, db)
        }
    }

    /// The decision by which a user, or one of their items, was believed to be where they were at
    /// `time`; `nil` where none of then is kept.
    public func decision(
        about user: ID<User>, item: ID<Item>? = nil, at time: Timestamp
    ) throws -> Decision? {
        try database.read { db in
            // What was not believed changed nothing.
            let isMeant: SQL =
                item.map { "item = \($0.rawValue)" }
                ?? "item IS NULL AND json ->> '$.rule' <> 'fix_impossible'"
            return try Self.decisions(
                """
                SELECT json FROM decision
                WHERE user = \(user.rawValue) AND time <= \(time.milliseconds) AND \(isMeant)
                ORDER BY time DESC, id DESC LIMIT 1
                """, db
            ).first
        }
    }

    private static func decisions(_ request: SQL, _ db: Database) throws -> [Decision] {
        let json = JSONDecoder()
        return try SQLRequest<String>(literal: request).fetchAll(db)
            .map { try json.decode(Decision.self, from: Data($0.utf8)) }
    }
}
