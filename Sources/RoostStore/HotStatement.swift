import GRDB
import GRDBSQLite

/// A statement that runs for each message, with values bound one by one.
///
/// Building an argument list for GRDB takes longer than SQLite takes to insert the row.
struct HotStatement {
    private let statement: Statement
    private var index: Int32 = 0

    /// SQLite copies what it is given, since the buffer may move.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    init(_ db: Database, _ sql: String) throws {
        statement = try db.cachedStatement(sql: sql)
        statement.setUncheckedArguments([])
    }

    mutating func bind(_ number: Int64) {
        index += 1
        sqlite3_bind_int64(statement.sqliteStatement, index, number)
    }

    mutating func bind(_ number: Int64?) {
        guard let number else { return bindNull() }
        bind(number)
    }

    mutating func bind(_ number: Int?) {
        guard let number else { return bindNull() }
        bind(Int64(number))
    }

    mutating func bind(_ number: Double?) {
        guard let number else { return bindNull() }
        index += 1
        sqlite3_bind_double(statement.sqliteStatement, index, number)
    }

    mutating func bind(_ text: String?) {
        guard var text else { return bindNull() }
        index += 1
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                _ = sqlite3_bind_text(
                    statement.sqliteStatement, index, characters.baseAddress,
                    Int32(characters.count), Self.copied)
            }
        }
    }

    mutating func bind(_ bytes: [UInt8]) {
        index += 1
        _ = bytes.withUnsafeBytes { bytes in
            sqlite3_bind_blob(
                statement.sqliteStatement, index, bytes.baseAddress, Int32(bytes.count),
                Self.copied)
        }
    }

    private mutating func bindNull() {
        index += 1
        sqlite3_bind_null(statement.sqliteStatement, index)
    }

    /// Runs the statement; the values for its next run are bound from the first one again.
    mutating func run() throws {
        index = 0
        try statement.execute()
        // Values can only be bound after a reset, which returns the error that was thrown above.
        sqlite3_reset(statement.sqliteStatement)
    }
}
