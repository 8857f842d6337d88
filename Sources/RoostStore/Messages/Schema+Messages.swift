/// What is on its way to the broker, and what came from it.
extension Schema {
    static let outbox = """
        -- What must reach the broker and has not been acknowledged by it.
        CREATE TABLE outbox (
            id          INTEGER PRIMARY KEY AUTOINCREMENT,
            topic       TEXT NOT NULL,
            payload     BLOB NOT NULL,
            correlation BLOB
        ) STRICT;
        -- What the broker keeps for us, so that it can be cleared when it no longer holds.
        CREATE TABLE retained (topic TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
        """

    static let journal = """
        -- What came and is acknowledged, while the details that it changed are not written yet.
        CREATE TABLE journal (
            id      INTEGER PRIMARY KEY,
            time    INTEGER NOT NULL,
            topic   TEXT NOT NULL,
            payload BLOB NOT NULL
        ) STRICT;
        -- The broker had kept the fix: it was no news.
        ALTER TABLE fix ADD COLUMN
            is_retained INTEGER NOT NULL DEFAULT 0 CHECK (is_retained IN (0, 1));
        ALTER TABLE beacon ADD COLUMN proximity TEXT;
        -- Silent for longer than its rhythm explains, and not heard since.
        ALTER TABLE beacon ADD COLUMN
            is_gone INTEGER NOT NULL DEFAULT 0 CHECK (is_gone IN (0, 1));
        ALTER TABLE hearing DROP COLUMN spread;
        """

    static let cleared = """
        -- When the broker confirmed that nothing is there; a broker that crashes has it again.
        ALTER TABLE retained ADD COLUMN cleared INTEGER;
        """
}
