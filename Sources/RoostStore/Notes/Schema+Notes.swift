extension Schema {
    static let notes = """
        CREATE TABLE note (
            number     INTEGER PRIMARY KEY,
            id         TEXT NOT NULL UNIQUE,
            author     TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
            text       TEXT NOT NULL,
            folded     TEXT NOT NULL,             -- without case and accents
            visibility TEXT NOT NULL CHECK (visibility IN ('private', 'friends', 'everyone')),
            latitude   REAL CHECK (latitude BETWEEN -90 AND 90),
            longitude  REAL CHECK (longitude BETWEEN -180 AND 180),
            place      TEXT,
            room       TEXT,
            item       TEXT CHECK ((item IS NULL) = (latitude IS NOT NULL)),
            photo      TEXT CHECK (photo IS NULL OR json_valid(photo)),
            created    INTEGER NOT NULL,
            updated    INTEGER NOT NULL,
            revision   INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE note_photo (
            note      TEXT PRIMARY KEY REFERENCES note (id) ON DELETE CASCADE,
            bytes     BLOB NOT NULL,
            thumbnail BLOB NOT NULL
        ) STRICT;
        CREATE INDEX note_by_author ON note (author, created);
        CREATE INDEX note_by_time ON note (created);
        CREATE INDEX note_on_item ON note (item) WHERE item IS NOT NULL;
        CREATE VIRTUAL TABLE note_text USING fts5 (
            folded, content = 'note', content_rowid = 'number', detail = 'full',
            tokenize = 'trigram case_sensitive 1');
        -- In single precision, rounded outwards: what it finds is looked at again.
        CREATE VIRTUAL TABLE note_position USING rtree (number, south, north, west, east);
        CREATE TRIGGER note_added AFTER INSERT ON note BEGIN
            INSERT INTO note_text (rowid, folded) VALUES (new.number, new.folded);
            INSERT INTO note_position
                SELECT new.number, new.latitude, new.latitude, new.longitude, new.longitude
                WHERE new.latitude IS NOT NULL;
        END;
        CREATE TRIGGER note_deleted AFTER DELETE ON note BEGIN
            INSERT INTO note_text (note_text, rowid, folded)
                VALUES ('delete', old.number, old.folded);
            DELETE FROM note_position WHERE number = old.number;
        END;
        CREATE TRIGGER note_edited AFTER UPDATE ON note BEGIN
            INSERT INTO note_text (note_text, rowid, folded)
                VALUES ('delete', old.number, old.folded);
            DELETE FROM note_position WHERE number = old.number;
            INSERT INTO note_text (rowid, folded) VALUES (new.number, new.folded);
            INSERT INTO note_position
                SELECT new.number, new.latitude, new.latitude, new.longitude, new.longitude
                WHERE new.latitude IS NOT NULL;
        END;
        """
}
