import GRDB
import RoostCore

/// The topics under which the broker has something of the gateway, or may have it again.
public struct RetainedTopics: Hashable, Sendable {
    public var kept: Set<String>
    /// Those that the broker confirmed to be empty.
    ///
    /// If a power cut takes what it had not written to disk, it has again what was there before,
    /// such as the position of somebody who does not share it any more.
    public var cleared: Set<String>

    public var all: Set<String> { kept.union(cleared) }

    public init(kept: Set<String> = [], cleared: Set<String> = []) {
        self.kept = kept
        self.cleared = cleared
    }
}

extension Store {
    /// How long a cleared topic is remembered, in days: longer than any broker goes without writing
    /// what it holds.
    static let daysOfClearing = 30

    public func retainedTopics() throws -> RetainedTopics {
        try database.read { db in
            func topics(_ condition: String) throws -> Set<String> {
                try String.fetchSet(db, sql: "SELECT topic FROM retained WHERE \(condition)")
            }
            return RetainedTopics(
                kept: try topics("cleared IS NULL"), cleared: try topics("cleared IS NOT NULL"))
        }
    }

    /// Notes topics under which the broker has something that this store did not publish.
    public func note(retained topics: Set<String>) throws {
        try database.write { try $0.note(retained: topics) }
    }
}

extension Database {
    func note(retained topics: Set<String>) throws {
        for topic in topics {
            try execute(
                sql: "INSERT OR IGNORE INTO retained (topic) VALUES (?)", arguments: [topic])
        }
    }
}

extension ChangeWriter {
    /// - Parameter cleared: When the topic was found to be cleared; `nil` if it is in use.
    func write(_ topic: String, cleared: Timestamp?) throws {
        try run(
            """
            INSERT INTO retained (topic, cleared) VALUES (?, ?)
            ON CONFLICT (topic) DO UPDATE SET cleared = excluded.cleared
            """, [topic, cleared?.milliseconds])
    }
}
