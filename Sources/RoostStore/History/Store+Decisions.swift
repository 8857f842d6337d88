import Foundation
import GRDB
public import RoostCore

extension Store {
    /// The decisions about one of a user's items, or about the user and their warnings, the latest
    /// made first: what a queue tells late may be about an earlier time.
    public func decisions(
        _ query: HistoryQuery, about item: ID<Item>? = nil
    ) throws -> [Decision] {
        try database.read { db in
            // What a user is told of their items is listed among the decisions about them too.
            let told = AlertKind.allCases.filter(\.isAboutItem).map(\.rawValue)
            let isMeant: SQL =
                item.map { "item = \($0.rawValue)" }
                ?? "(item IS NULL OR json ->> '$.rule' IN \(told))"
            return try Self.decisions(
                """
                SELECT json FROM decision
                WHERE user = \(query.user.rawValue) AND time >= \(query.from.milliseconds)
                    AND time < \(query.to.milliseconds) AND \(isMeant)
                ORDER BY id DESC LIMIT \(query.limit)
                """, db)
        }
    }

    /// The decision behind the believed position of a user or item at `time`, by all that is known
    /// of that time by now; `nil` if none of that time is kept.
    public func decision(
        about user: ID<User>, item: ID<Item>? = nil, at time: Timestamp
    ) throws -> Decision? {
        try database.read { db in
            let isMeant: SQL =
                item.map { "item = \($0.rawValue)" }
                ?? "item IS NULL AND json ->> '$.rule' <> \(Decision.disbelief)"
            return try Self.decisions(
                """
                SELECT json FROM decision
                WHERE user = \(user.rawValue) AND time <= \(time.milliseconds) AND \(isMeant)
                ORDER BY id DESC LIMIT 1
                """, db
            ).first
        }
    }

    private static func decisions(_ request: SQL, _ db: Database) throws -> [Decision] {
        let json = JSONDecoder()
        return try SQLRequest<String>(literal: request).fetchAll(db)
            .map { try json.decode(Decision.self, text: $0) }
    }
}
