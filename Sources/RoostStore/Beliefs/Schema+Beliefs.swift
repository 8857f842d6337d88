/// What is believed of users, items, nodes and beacons.
extension Schema {
    static let state = """
        -- What is believed: one JSON value for each user, item and node.
        CREATE TABLE track (
            kind TEXT NOT NULL CHECK (kind IN ('user', 'item', 'node')),
            id   TEXT NOT NULL,
            json TEXT NOT NULL,
            PRIMARY KEY (kind, id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE beacon (
            id       TEXT PRIMARY KEY,
            place    TEXT,
            room     TEXT,
            tx_power REAL,
            battery  INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE hearing (
            beacon       TEXT NOT NULL,
            node         TEXT NOT NULL,
            level        REAL NOT NULL,       -- dBm
            spread       REAL NOT NULL,       -- dB
            last_reading REAL NOT NULL,       -- dBm
            last_heard   INTEGER NOT NULL,
            interval     REAL NOT NULL,       -- seconds; 0: not learned
            PRIMARY KEY (beacon, node)
        ) STRICT, WITHOUT ROWID;
        """

    static let room = """
        -- Since when the beacon has been in its room.
        ALTER TABLE beacon ADD COLUMN room_since INTEGER;
        """

    static let confidence = """
        ALTER TABLE beacon ADD COLUMN confidence REAL;
        ALTER TABLE beacon ADD COLUMN returned INTEGER;
        """

    static let exit = """
        -- Whether the last that was heard of it was its way out by an exit.
        ALTER TABLE beacon ADD COLUMN went_out INTEGER NOT NULL DEFAULT 0;
        """

    static let doorways = """
        -- How likely it is out by an exit, and where it may go out next, in 0...1; NULL: not weighed.
        ALTER TABLE beacon ADD COLUMN outside REAL;
        ALTER TABLE beacon ADD COLUMN doorway REAL;
        -- How many decibels louder it seems than it states, and for how many seconds that was learned.
        ALTER TABLE beacon ADD COLUMN louder REAL;
        ALTER TABLE beacon ADD COLUMN learned REAL;
        """

    static let streets = """
        -- How loud it may be heard from outside while it is gone, in dBm.
        ALTER TABLE beacon ADD COLUMN heard_outside REAL;
        """

    static let items = """
        -- What is believed of an item, in columns: thousands may be heard for the first time at once.
        CREATE TABLE item_track (
            item          TEXT PRIMARY KEY,
            place         TEXT,
            room          TEXT,
            is_heard      INTEGER NOT NULL CHECK (is_heard IN (0, 1)),
            heard_since   INTEGER,
            last_heard    INTEGER,
            with_owner    TEXT NOT NULL,
            since         INTEGER,
            departure     TEXT CHECK (departure IS NULL OR json_valid(departure)),
            is_lost       INTEGER NOT NULL CHECK (is_lost IN (0, 1)),
            is_low_battery_reported INTEGER NOT NULL,
            told_spot     INTEGER,            -- what was last explained: a hash
            told_answer   TEXT,
            told_until    INTEGER             -- seconds
        ) STRICT, WITHOUT ROWID;
        INSERT INTO item_track
            SELECT id, json ->> '$.spot.place', json ->> '$.spot.room', json ->> '$.isHeard',
                json ->> '$.heardSince', json ->> '$.lastHeard', json ->> '$.withOwner',
                json ->> '$.since', json -> '$.departure', json ->> '$.isLost',
                json ->> '$.isLowBatteryReported', json ->> '$.explained.spot',
                json ->> '$.explained.answer', json ->> '$.explained.busyUntil'
            FROM track WHERE kind = 'item';
        DELETE FROM track WHERE kind = 'item';
        """

    /// Rewrites trail points as lists of numbers, and stores no fix twice.
    static let trails = """
        UPDATE track SET json = json_set(json, '$.devices', json((
            SELECT json_group_object(device.key, json_set(
                device.value,
                '$.exacter', json_extract(device.value, '$.position'),
                '$.lastFine', json_extract(device.value, '$.fine'),
                '$.trail', json((
                    SELECT json_group_array(json_array(
                        json_extract(value, '$.coordinate.latitude'),
                        json_extract(value, '$.coordinate.longitude'),
                        json_extract(value, '$.time')))
                    FROM json_each(device.value, '$.trail')))))
            FROM json_each(track.json, '$.devices') AS device)))
        WHERE kind = 'user';
        """

    static let silences = """
        -- How people fell silent in a place, and what became of it.
        CREATE TABLE silence (
            place TEXT PRIMARY KEY REFERENCES place (id) ON DELETE CASCADE,
            json  TEXT NOT NULL CHECK (json_valid(json))
        ) STRICT;
        """

    /// Adds how an excursion began, and whether an approach was driven.
    static let ways = """
        UPDATE track SET json = json_set(json, '$.devices', json((
            SELECT json_group_object(key, json(
                iif(json_type(device, '$.approach') IS NULL, device,
                    json_set(device, '$.approach.hasDriven', json('false')))))
            FROM (
                SELECT key, iif(json_type(value, '$.excursion') IS NULL, value,
                    json_set(value, '$.excursion.start',
                        iif(value ->> '$.excursion.isLeap', 'leap', 'unseen'))) AS device
                FROM json_each(track.json, '$.devices')))))
        WHERE kind = 'user';
        """

    static let along = """
        -- Where its owner took it, as was told: a place, or '' for outside all of them.
        ALTER TABLE item_track ADD COLUMN along TEXT;
        """
}
