extension Schema {
    static let spending = """
        CREATE TABLE expense (
            user      TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
            id        TEXT NOT NULL,
            time      INTEGER NOT NULL,
            day       INTEGER NOT NULL,         -- 20261122, on the user's calendar
            currency  TEXT NOT NULL,
            units     INTEGER NOT NULL CHECK (units <> 0),
            category  TEXT NOT NULL,
            name      TEXT,
            latitude  REAL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL CHECK (longitude BETWEEN -180 AND 180),
            place     TEXT,
            room      TEXT,
            found     TEXT CHECK (found IN ('believed', 'traced')),   -- NULL: the user said it
            created   INTEGER NOT NULL,
            updated   INTEGER NOT NULL,
            revision  INTEGER NOT NULL,
            PRIMARY KEY (user, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX expense_by_time ON expense (user, time, id);
        CREATE INDEX expense_by_day ON expense (user, day, currency, category, place, units);
        CREATE INDEX expense_by_place ON expense (place, user, time) WHERE place IS NOT NULL;
        CREATE INDEX expense_found ON expense (user, time) WHERE found IS NOT NULL;
        -- Another's place may have that id next.
        CREATE TRIGGER place_left_expenses AFTER DELETE ON place BEGIN
            UPDATE expense SET place = NULL, room = NULL WHERE place = old.id;
        END;
        -- The rows of imports that are not complete.
        CREATE TABLE expense_import (
            user      TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
            import    TEXT NOT NULL,
            begun     INTEGER NOT NULL,
            id        TEXT NOT NULL,
            time      INTEGER NOT NULL,
            day       INTEGER NOT NULL,
            currency  TEXT NOT NULL,
            units     INTEGER NOT NULL,
            category  TEXT NOT NULL,
            name      TEXT,
            latitude  REAL,
            longitude REAL,
            place     TEXT,
            room      TEXT,
            found     TEXT,
            created   INTEGER NOT NULL,
            updated   INTEGER NOT NULL,
            revision  INTEGER NOT NULL,
            PRIMARY KEY (user, import, id)
        ) STRICT, WITHOUT ROWID;
        """
}
