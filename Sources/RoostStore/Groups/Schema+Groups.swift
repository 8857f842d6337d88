extension Schema {
    static let groups = """
        CREATE TABLE user_group (
            id    TEXT PRIMARY KEY,
            name  TEXT NOT NULL,
            owner TEXT NOT NULL,
            said  INTEGER NOT NULL DEFAULT 0    -- the number of its last message
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
        -- Whoever leaves a group takes along what they shared with it.
        CREATE TRIGGER member_left AFTER DELETE ON group_member BEGIN
            UPDATE note SET group_id = NULL
                WHERE author = old.user AND group_id = old.group_id;
            UPDATE expense SET group_id = NULL
                WHERE user = old.user AND group_id = old.group_id;
        END;
        """
}
