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
        CREATE INDEX expense_by_category ON expense (user, category, time, id);
        CREATE INDEX expense_by_place ON expense (place, user, time) WHERE place IS NOT NULL;
        CREATE INDEX expense_found ON expense (user, time) WHERE found IS NOT NULL;
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
        -- Added up by the triggers below, so that no question reads all rows.
        CREATE TABLE expense_sum (
            user     TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
            month    INTEGER NOT NULL,          -- 202611
            currency TEXT NOT NULL,
            category TEXT NOT NULL,
            place    TEXT NOT NULL,             -- '' for none that is known
            units    INTEGER NOT NULL,
            count    INTEGER NOT NULL,
            PRIMARY KEY (user, month, currency, category, place)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER expense_added AFTER INSERT ON expense BEGIN
            INSERT INTO expense_sum VALUES (new.user, new.day / 100, new.currency, new.category,
                coalesce(new.place, ''), new.units, 1)
            ON CONFLICT DO UPDATE SET units = units + excluded.units, count = count + 1;
        END;
        CREATE TRIGGER expense_deleted AFTER DELETE ON expense BEGIN
            UPDATE expense_sum SET units = units - old.units, count = count - 1
            WHERE user = old.user AND month = old.day / 100 AND currency = old.currency
                AND category = old.category AND place = coalesce(old.place, '');
            DELETE FROM expense_sum
            WHERE user = old.user AND month = old.day / 100 AND currency = old.currency
                AND category = old.category AND place = coalesce(old.place, '') AND count = 0;
        END;
        CREATE TRIGGER expense_changed AFTER UPDATE OF day, currency, category, place, units ON expense
        BEGIN
            UPDATE expense_sum SET units = units - old.units, count = count - 1
            WHERE user = old.user AND month = old.day / 100 AND currency = old.currency
                AND category = old.category AND place = coalesce(old.place, '');
            INSERT INTO expense_sum VALUES (new.user, new.day / 100, new.currency, new.category,
                coalesce(new.place, ''), new.units, 1)
            ON CONFLICT DO UPDATE SET units = units + excluded.units, count = count + 1;
            DELETE FROM expense_sum
            WHERE user = old.user AND month = old.day / 100 AND currency = old.currency
                AND category = old.category AND place = coalesce(old.place, '') AND count = 0;
        END;
        -- Another's place may have that id next.
        CREATE TRIGGER place_left_expenses AFTER DELETE ON place BEGIN
            UPDATE expense SET place = NULL, room = NULL WHERE place = old.id;
            UPDATE expense_import SET place = NULL WHERE place = old.id;
        END;
        """
}
