extension Schema {
    static let notes = """
        -- Texts last: a search that does not look at them need not read past them.
        CREATE TABLE note (
            number     INTEGER PRIMARY KEY,
            id         TEXT NOT NULL,
            author     TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
            visibility TEXT NOT NULL CHECK (visibility IN ('private', 'friends', 'everyone')),
            latitude   REAL CHECK (latitude BETWEEN -90 AND 90),
            longitude  REAL CHECK (longitude BETWEEN -180 AND 180),
            item       TEXT CHECK ((item IS NULL) = (latitude IS NOT NULL)),
            created    INTEGER NOT NULL,
            updated    INTEGER NOT NULL,
            revision   INTEGER NOT NULL,
            place      TEXT,
            room       TEXT,
            photo      TEXT CHECK (photo IS NULL OR json_valid(photo)),
            folded     TEXT NOT NULL,             -- without case and accents
            text       TEXT NOT NULL,
            UNIQUE (id, author)
        ) STRICT;
        CREATE TABLE note_photo (
            note      INTEGER PRIMARY KEY REFERENCES note (number) ON DELETE CASCADE,
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
        -- Another's place may have that id next.
        CREATE TRIGGER place_left_notes AFTER DELETE ON place BEGIN
            UPDATE note SET place = NULL, room = NULL WHERE place = old.id;
        END;
        CREATE TRIGGER note_deleted AFTER DELETE ON note BEGIN
            INSERT INTO note_text (note_text, rowid, folded)
                VALUES ('delete', old.number, old.folded);
            DELETE FROM note_position WHERE number = old.number;
        END;
        CREATE TRIGGER note_reworded AFTER UPDATE ON note
        WHEN old.folded <> new.folded BEGIN
            INSERT INTO note_text (note_text, rowid, folded)
                VALUES ('delete', old.number, old.folded);
            INSERT INTO note_text (rowid, folded) VALUES (new.number, new.folded);
        END;
        CREATE TRIGGER note_moved AFTER UPDATE ON note
        WHEN (old.latitude, old.longitude) IS NOT (new.latitude, new.longitude) BEGIN
            DELETE FROM note_position WHERE number = old.number;
            INSERT INTO note_position
                SELECT new.number, new.latitude, new.latitude, new.longitude, new.longitude
                WHERE new.latitude IS NOT NULL;
        END;
        """

    /// Many notes may be at one spot: a spatial index finds the spot, another index its notes.
    static let spots = """
        CREATE TABLE note_spot (
            number    INTEGER PRIMARY KEY,
            latitude  REAL NOT NULL,
            longitude REAL NOT NULL,
            notes     INTEGER NOT NULL,           -- how many are there
            UNIQUE (latitude, longitude)
        ) STRICT;
        INSERT INTO note_spot (latitude, longitude, notes)
            SELECT latitude, longitude, count(*) FROM note WHERE latitude IS NOT NULL GROUP BY 1, 2;
        DROP TABLE note_position;
        CREATE VIRTUAL TABLE note_position USING rtree (number, south, north, west, east);
        INSERT INTO note_position SELECT number, latitude, latitude, longitude, longitude FROM note_spot;
        -- By these two, what is shorter than a trigram is found too.
        CREATE VIRTUAL TABLE note_term USING fts5vocab (note_text, 'row');
        CREATE INDEX note_by_end ON note (substr(folded, -2));
        CREATE INDEX note_at_spot ON note (latitude, longitude) WHERE latitude IS NOT NULL;
        CREATE TRIGGER spot_added AFTER INSERT ON note_spot BEGIN
            INSERT INTO note_position
                VALUES (new.number, new.latitude, new.latitude, new.longitude, new.longitude);
        END;
        CREATE TRIGGER spot_left AFTER UPDATE OF notes ON note_spot WHEN new.notes = 0 BEGIN
            DELETE FROM note_position WHERE number = old.number;
            DELETE FROM note_spot WHERE number = old.number;
        END;
        DROP TRIGGER note_added;
        CREATE TRIGGER note_added AFTER INSERT ON note BEGIN
            INSERT INTO note_text (rowid, folded) VALUES (new.number, new.folded);
            \(pin)
        END;
        DROP TRIGGER note_deleted;
        CREATE TRIGGER note_deleted AFTER DELETE ON note BEGIN
            INSERT INTO note_text (note_text, rowid, folded)
                VALUES ('delete', old.number, old.folded);
            \(unpin)
        END;
        DROP TRIGGER note_moved;
        CREATE TRIGGER note_moved AFTER UPDATE ON note
        WHEN (old.latitude, old.longitude) IS NOT (new.latitude, new.longitude) BEGIN
            \(unpin)
            \(pin)
        END;
        """

    static let forgotten = """
        -- A deleted user's words are yet to be taken out of the index (words), are being taken out
        -- of it (merging), or are still in the log.
        CREATE TABLE forgotten (what TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
        -- Users may have been deleted before.
        INSERT INTO forgotten VALUES ('words');
        """

    /// A place that is deleted leaves its notes.
    static let notePlaces = """
        CREATE INDEX note_in_place ON note (place) WHERE place IS NOT NULL;
        """

    // For a note on a thing, neither changes anything.
    private static let pin = """
        INSERT INTO note_spot (latitude, longitude, notes)
            SELECT new.latitude, new.longitude, 1 WHERE new.latitude IS NOT NULL
            ON CONFLICT (latitude, longitude) DO UPDATE SET notes = notes + 1;
        """
    private static let unpin = """
        UPDATE note_spot SET notes = notes - 1
            WHERE (latitude, longitude) = (old.latitude, old.longitude);
        """
}
