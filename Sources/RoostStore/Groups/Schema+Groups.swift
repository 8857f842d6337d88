extension Schema {
    static let groups = """
        CREATE TABLE user_group (
            id       TEXT PRIMARY KEY,
            name     TEXT NOT NULL,
            owner    TEXT NOT NULL,
            revision INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        -- The number of the last message, also of a group that is gone: its name may come again.
        CREATE TABLE group_said (
            group_id TEXT PRIMARY KEY,
            number   INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE group_member (
            group_id TEXT NOT NULL REFERENCES user_group (id) ON DELETE CASCADE,
            user     TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
            since    INTEGER NOT NULL,
            unheard  INTEGER NOT NULL,          -- the last message that was said before
            PRIMARY KEY (group_id, user)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX group_by_member ON group_member (user);
        CREATE TABLE group_message (
            group_id TEXT NOT NULL REFERENCES user_group (id) ON DELETE CASCADE,
            number   INTEGER NOT NULL,
            author   TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
            time     INTEGER NOT NULL,
            text     TEXT NOT NULL,
            "key"    TEXT,                      -- NULL: its author called it nothing
            PRIMARY KEY (group_id, number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX group_message_by_author ON group_message (author);
        CREATE INDEX group_message_by_key ON group_message (group_id, author, "key")
            WHERE "key" IS NOT NULL;
        CREATE INDEX group_message_by_time ON group_message (time);
        ALTER TABLE note ADD COLUMN group_id TEXT;
        CREATE INDEX note_in_group ON note (group_id) WHERE group_id IS NOT NULL;
        ALTER TABLE expense ADD COLUMN group_id TEXT;
        CREATE INDEX expense_in_group ON expense (group_id, time, user, id)
            WHERE group_id IS NOT NULL;
        -- What a group's members spent for it, added up like what each spent (expense_sum).
        CREATE TABLE group_sum (
            group_id TEXT NOT NULL,
            month    INTEGER NOT NULL,          -- 202611
            currency TEXT NOT NULL,
            user     TEXT NOT NULL,
            category TEXT NOT NULL,
            units    INTEGER NOT NULL,
            count    INTEGER NOT NULL,
            PRIMARY KEY (group_id, month, currency, user, category)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER expense_shared AFTER INSERT ON expense
        WHEN new.group_id IS NOT NULL BEGIN
            \(add)
        END;
        CREATE TRIGGER expense_unshared AFTER DELETE ON expense
        WHEN old.group_id IS NOT NULL BEGIN
            \(subtract)
        END;
        CREATE TRIGGER expense_reshared AFTER UPDATE OF group_id, day, currency, category, units
        ON expense BEGIN
            \(subtract)
            \(add)
        END;
        -- Whoever leaves a group takes along what they shared with it. That is an edit: another device
        -- that does not know of it shares nothing again.
        CREATE TRIGGER member_left AFTER DELETE ON group_member BEGIN
            UPDATE note SET group_id = NULL, revision = revision + 1
                WHERE author = old.user AND group_id = old.group_id;
            UPDATE expense SET group_id = NULL, revision = revision + 1
                WHERE user = old.user AND group_id = old.group_id;
        END;
        """

    // Without a group, neither changes anything.
    private static let add = """
        INSERT INTO group_sum SELECT new.group_id, new.day / 100, new.currency, new.user,
                new.category, new.units, 1
            WHERE new.group_id IS NOT NULL
        ON CONFLICT DO UPDATE SET units = units + excluded.units, count = count + 1;
        """
    private static let subtract = """
        UPDATE group_sum SET units = units - old.units, count = count - 1
        WHERE group_id = old.group_id AND month = old.day / 100 AND currency = old.currency
            AND user = old.user AND category = old.category;
        DELETE FROM group_sum
        WHERE group_id = old.group_id AND month = old.day / 100 AND currency = old.currency
            AND user = old.user AND category = old.category AND count = 0;
        """
}
