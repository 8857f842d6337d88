import GRDB

/// The tables, which outlive every version of the program.
///
/// Migrations are only ever added: one that has run anywhere is never edited. Times are
/// milliseconds since the Unix epoch, UTC; lists and settings are JSON.
enum Schema {
    /// In the order in which they run.
    private static let migrations: [(name: String, sql: String)] = [
        ("household", household), ("state", state), ("history", history), ("outbox", outbox),
        ("journal", journal), ("arrival", arrival), ("room", room), ("network", network),
        ("power", power), ("confidence", confidence), ("calibration", calibration), ("exit", exit),
        ("notes", notes), ("spending", spending), ("waiting", waiting), ("reminders", reminders),
        ("items", items), ("groups", groups), ("asking", asking), ("spots", spots),
        ("trails", trails), ("passwords", passwords), ("silences", silences), ("doors", doors),
        ("ways", ways), ("pings", pings), ("reasons", reasons), ("regions", regions),
        ("cleared", cleared), ("along", along), ("charging", charging),
        ("forgotten", forgotten), ("own_place", ownPlace), ("deletions", deletions),
        ("doorways", doorways), ("streets", streets), ("lateness", lateness),
        ("beginnings", beginnings), ("moves", moves), ("crossings", crossings), ("steps", steps),
        ("answers", answers), ("note_places", notePlaces),
    ]

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (name, sql) in migrations {
            migrator.registerMigration(name) { try $0.execute(sql: sql) }
        }
        return migrator
    }
}
