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
        ("cleared", cleared), ("along", along),
    ]

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (name, sql) in migrations {
            migrator.registerMigration(name) { try $0.execute(sql: sql) }
        }
        return migrator
    }

    private static let household = """
        CREATE TABLE user (
            id       TEXT PRIMARY KEY,
            name     TEXT NOT NULL,
            is_admin INTEGER NOT NULL CHECK (is_admin IN (0, 1)),
            devices  TEXT NOT NULL CHECK (json_valid(devices)),
            beacons  TEXT NOT NULL CHECK (json_valid(beacons)),
            settings TEXT NOT NULL CHECK (json_valid(settings))
        ) STRICT;
        CREATE TABLE place (
            id        TEXT PRIMARY KEY,
            name      TEXT NOT NULL,
            kind      TEXT NOT NULL,
            area      TEXT NOT NULL CHECK (json_valid(area)),
            owner     TEXT REFERENCES user (id) ON DELETE CASCADE,
            is_shared INTEGER NOT NULL CHECK (is_shared IN (0, 1)),
            address   TEXT,
            rooms     TEXT NOT NULL CHECK (json_valid(rooms)),
            origin    TEXT
        ) STRICT;
        CREATE TABLE node (
            id            TEXT PRIMARY KEY,
            place         TEXT REFERENCES place (id) ON DELETE SET NULL,
            room          TEXT,
            is_exit       INTEGER NOT NULL CHECK (is_exit IN (0, 1)),
            position      TEXT CHECK (position IS NULL OR json_valid(position)),
            own_room_name TEXT
        ) STRICT;
        CREATE TABLE item (
            id     TEXT PRIMARY KEY,
            owner  TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
            name   TEXT NOT NULL,
            kind   TEXT NOT NULL,
            beacon TEXT,
            watch  TEXT NOT NULL CHECK (json_valid(watch)),
            range  REAL CHECK (range > 0)
        ) STRICT;
        CREATE TABLE picture (
            item  TEXT PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
            bytes BLOB NOT NULL
        ) STRICT;
        CREATE TABLE share (
            owner  TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
            viewer TEXT NOT NULL,             -- a user's id, or * for everyone
            level  TEXT NOT NULL CHECK (level IN ('presence', 'place', 'exact')),
            until  INTEGER,
            hours  TEXT CHECK (hours IS NULL OR json_valid(hours)),
            PRIMARY KEY (owner, viewer)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE friend (
            user       TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
            friend     TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
            color      TEXT,
            sort_order INTEGER NOT NULL,
            PRIMARY KEY (user, friend)
        ) STRICT, WITHOUT ROWID;
        """

    private static let state = """
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

    private static let history = """
        -- The key is the content: a fix that is delivered twice is one row.
        CREATE TABLE fix (
            user      TEXT NOT NULL,
            time      INTEGER NOT NULL,
            device    TEXT NOT NULL,
            hash      INTEGER NOT NULL,
            latitude  REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            accuracy  REAL,                   -- metres
            altitude  REAL,                   -- metres
            speed     REAL,                   -- metres per second
            course    REAL,                   -- degrees
            battery   INTEGER,                -- per cent
            trigger   TEXT,
            PRIMARY KEY (user, time, device, hash)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE transition (
            id          TEXT PRIMARY KEY,
            user        TEXT NOT NULL,
            item        TEXT,
            is_entering INTEGER NOT NULL CHECK (is_entering IN (0, 1)),
            place       TEXT NOT NULL,
            room        TEXT,
            time        INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX transition_by_time ON transition (user, time);
        CREATE TABLE alert (
            id       TEXT PRIMARY KEY,
            user     TEXT NOT NULL,
            kind     TEXT NOT NULL,
            time     INTEGER NOT NULL,
            delivery TEXT NOT NULL,
            payload  TEXT NOT NULL CHECK (json_valid(payload))
        ) STRICT;
        CREATE INDEX alert_by_time ON alert (user, time);
        CREATE TABLE decision (
            id   INTEGER PRIMARY KEY,
            user TEXT NOT NULL,
            item TEXT,
            time INTEGER NOT NULL,
            json TEXT NOT NULL
        ) STRICT;
        CREATE INDEX decision_by_time ON decision (user, time);
        """

    private static let outbox = """
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

    private static let journal = """
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

    private static let arrival = """
        -- What the phone's clock said, where it ran ahead; its time is when the fix arrived.
        ALTER TABLE fix ADD COLUMN claimed_time INTEGER;
        CREATE UNIQUE INDEX fix_by_claim ON fix (user, claimed_time, device, hash)
            WHERE claimed_time IS NOT NULL;
        -- Since when the beacon has been in its place without having been absent.
        ALTER TABLE beacon ADD COLUMN present_since INTEGER;
        """

    private static let calibration = """
        CREATE TABLE calibration (
            place TEXT PRIMARY KEY REFERENCES place (id) ON DELETE CASCADE,
            json  TEXT NOT NULL CHECK (json_valid(json))
        ) STRICT;
        """

    private static let silences = """
        -- How people fell silent in a place, and what became of it.
        CREATE TABLE silence (
            place TEXT PRIMARY KEY REFERENCES place (id) ON DELETE CASCADE,
            json  TEXT NOT NULL CHECK (json_valid(json))
        ) STRICT;
        """

    private static let confidence = """
        ALTER TABLE beacon ADD COLUMN confidence REAL;
        ALTER TABLE beacon ADD COLUMN returned INTEGER;
        """

    private static let power = """
        -- What a node one metre away hears of it, in dBm, as its owner measured it.
        ALTER TABLE item ADD COLUMN tx_power REAL;
        """

    private static let network = """
        -- What the phone's motion sensor said, and a hash of the Wi-Fi that it was on.
        ALTER TABLE fix ADD COLUMN activity TEXT;
        ALTER TABLE fix ADD COLUMN network INTEGER;
        """

    private static let room = """
        -- Since when the beacon has been in its room.
        ALTER TABLE beacon ADD COLUMN room_since INTEGER;
        """

    private static let exit = """
        -- Whether the last that was heard of it was its way out by an exit.
        ALTER TABLE beacon ADD COLUMN went_out INTEGER NOT NULL DEFAULT 0;
        """

    private static let doors = """
        -- The topic of the contact sensor of the door at which the node stands.
        ALTER TABLE node ADD COLUMN door TEXT;
        """

    private static let items = """
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
    private static let trails = """
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

    /// Adds how an excursion began, and whether an approach was driven.
    private static let ways = """
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

    /// When a phone repeated a known position to show that it is alive; OwnTracks says `p` then.
    private static let pings = """
        ALTER TABLE fix ADD COLUMN pinged INTEGER;
        UPDATE fix SET pinged = time WHERE trigger = 'p';
        """

    private static let cleared = """
        -- When the broker confirmed that nothing is there; a broker that crashes has it again.
        ALTER TABLE retained ADD COLUMN cleared INTEGER;
        """

    private static let along = """
        -- Where its owner took it, as was told: a place, or '' for outside all of them.
        ALTER TABLE item_track ADD COLUMN along TEXT;
        """

    private static let reasons = """
        -- Which decision replaced which: the last one is kept however old it is.
        CREATE INDEX decision_by_subject ON decision (user, item, time);
        """
}
