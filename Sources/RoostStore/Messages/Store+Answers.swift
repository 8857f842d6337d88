import Foundation
import GRDB

/// The answer to a request that changed something, to be given again if the request is delivered
/// again.
public struct GivenAnswer: Hashable, Sendable {
    /// A hash of the request's topic and payload.
    public var asking: UInt64
    /// A hash of its asker and of what they called it.
    public var mark: UInt64
    public var payload: [UInt8]

    public init(to asking: UInt64, mark: UInt64, payload: [UInt8]) {
        self.asking = asking
        self.mark = mark
        self.payload = payload
    }
}

extension Schema {
    static let answers = """
        -- The answers of the last minutes. Hashes are unsigned, and stored by their bits.
        CREATE TABLE given_answer (
            asking  INTEGER PRIMARY KEY,
            mark    INTEGER NOT NULL,
            payload BLOB NOT NULL
        ) STRICT;
        """
}

extension Store {
    /// The answers that were remembered when the gateway stopped, in no order.
    public func givenAnswers() throws -> [GivenAnswer] {
        try database.read { db in
            try Row.fetchAll(db, sql: "SELECT asking, mark, payload FROM given_answer").map { row in
                GivenAnswer(
                    to: UInt64(bitPattern: row["asking"]),
                    mark: UInt64(bitPattern: row["mark"]),
                    payload: Array(row["payload"] as Data))
            }
        }
    }
}

extension ChangeWriter {
    func write(_ answer: GivenAnswer) throws {
        try run(
            "INSERT OR REPLACE INTO given_answer (asking, mark, payload) VALUES (?, ?, ?)",
            [
                Int64(bitPattern: answer.asking), Int64(bitPattern: answer.mark),
                Data(answer.payload),
            ])
    }

    func remove(answerTo asking: UInt64) throws {
        try run("DELETE FROM given_answer WHERE asking = ?", [Int64(bitPattern: asking)])
    }
}
