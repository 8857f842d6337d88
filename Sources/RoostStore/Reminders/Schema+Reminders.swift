extension Schema {
    static let reminders = """
        -- What is wanted, and how far it has come.
        CREATE TABLE reminder (
            user TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
            id   TEXT NOT NULL,
            json TEXT NOT NULL CHECK (json_valid(json)),
            PRIMARY KEY (user, id)
        ) STRICT, WITHOUT ROWID;
        ALTER TABLE outbox ADD COLUMN expires INTEGER;
        -- How well its author knows a note: one card for each note, from the first on.
        CREATE TABLE card (
            note        INTEGER PRIMARY KEY REFERENCES note (number) ON DELETE CASCADE,
            author      TEXT NOT NULL,
            id          TEXT NOT NULL,
            seen        INTEGER,              -- NULL: never
            interval    INTEGER NOT NULL DEFAULT 0,     -- days
            rests_until INTEGER NOT NULL DEFAULT 0,
            is_wanted   INTEGER NOT NULL DEFAULT 0 CHECK (is_wanted IN (0, 1)),
            is_done     INTEGER NOT NULL DEFAULT 0 CHECK (is_done IN (0, 1))
        ) STRICT;
        CREATE INDEX card_by_turn ON card (author, is_done, is_wanted, seen, id, rests_until);
        INSERT INTO card (note, author, id) SELECT number, author, id FROM note;
        CREATE TRIGGER note_dealt AFTER INSERT ON note BEGIN
            INSERT INTO card (note, author, id) VALUES (new.number, new.author, new.id);
        END;
        """
}
