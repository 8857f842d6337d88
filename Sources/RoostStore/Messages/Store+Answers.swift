import Foundation
import GRDB
public import RoostCore

/// The answer to a request that may have changed something, to be given again if the request is
/// delivered again.
public struct GivenAnswer: Hashable, Sendable {
    /// A hash of its asker, and of what they called it.
    public var mark: UInt64
    /// A hash of what it said, and where.
    public var content: UInt64
    /// Who asked; `nil` for an administrator.
    public var user: ID<User>?
    public var isRefusal: Bool
    public var payload: [UInt8]

    public init(
        mark: UInt64, content: UInt64, user: ID<User>?, isRefusal: Bool, payload: [UInt8]
    ) {
        self.mark = mark
        self.content = content
        self.user = user
        self.isRefusal = isRefusal
        self.payload = payload
    }
}

extension Schema {
    static let answers = """
        -- The answers of the last minutes. Hashes are unsigned, and stored by their bits.
        CREATE TABLE given_answer (
            mark       INTEGER PRIMARY KEY,
            content    INTEGER NOT NULL,
            user       TEXT,
            is_refusal INTEGER NOT NULL CHECK (is_refusal IN (0, 1)),
            payload    BLOB NOT NULL
        ) STRICT;
        """
}

extension Store {
    /// The answers that were remembered when the gateway stopped, in no order.
    public func givenAnswers() throws -> [GivenAnswer] {
        try database.read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM given_answer").map { row in
                GivenAnswer(
                    mark: UInt64(bitPattern: row["mark"]),
                    content: UInt64(bitPattern: row["content"]), user: row.id("user"),
                    isRefusal: row["is_refusal"], payload: Array(row["payload"] as Data))
            }
        }
    }
}

extension ChangeWriter {
    func write(_ answer: GivenAnswer) throws {
        try run(
            """
            INSERT OR REPLACE INTO given_answer (mark, content, user, is_refusal, payload)
            VALUES (?, ?, ?, ?, ?)
            """,
            [
                Int64(bitPattern: answer.mark), Int64(bitPattern: answer.content),
                answer.user?.rawValue, answer.isRefusal, Data(answer.payload),
            ])
    }

    func remove(answer mark: UInt64) throws {
        try run("DELETE FROM given_answer WHERE mark = ?", [Int64(bitPattern: mark)])
    }
}
