import Foundation
import GRDB

/// Writes single rows within the transaction of one commit.
struct ChangeWriter {
    let db: Database
    private let json = JSONEncoder()

    init(db: Database) {
        self.db = db
        json.outputFormatting = .withoutEscapingSlashes
    }

    /// The connection keeps the statements prepared.
    func run(_ sql: String, _ arguments: StatementArguments) throws {
        let statement = try db.cachedStatement(sql: sql)
        statement.setUncheckedArguments(arguments)
        try statement.execute()
    }

    func text(_ value: some Encodable) throws -> String {
        String(decoding: try json.encode(value), as: UTF8.self)
    }
}
