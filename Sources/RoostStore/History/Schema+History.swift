/// What happened, and why it was believed.
extension Schema {
    static let history = """
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

    static let arrival = """
        -- What the phone's clock said, where it ran ahead; its time is when the fix arrived.
        ALTER TABLE fix ADD COLUMN claimed_time INTEGER;
        CREATE UNIQUE INDEX fix_by_claim ON fix (user, claimed_time, device, hash)
            WHERE claimed_time IS NOT NULL;
        -- Since when the beacon has been in its place without having been absent.
        ALTER TABLE beacon ADD COLUMN present_since INTEGER;
        """

    static let network = """
        -- What the phone's motion sensor said, and a hash of the Wi-Fi that it was on.
        ALTER TABLE fix ADD COLUMN activity TEXT;
        ALTER TABLE fix ADD COLUMN network INTEGER;
        """

    /// When a phone repeated a known position to show that it is alive; OwnTracks says `p` then.
    static let pings = """
        ALTER TABLE fix ADD COLUMN pinged INTEGER;
        UPDATE fix SET pinged = time WHERE trigger = 'p';
        """

    static let charging = """
        -- Whether the phone charged, if it told: it is not warned of then.
        ALTER TABLE fix ADD COLUMN is_charging INTEGER CHECK (is_charging IN (0, 1));
        """

    static let lateness = """
        -- When the gateway had it, by which a restart tells what was late; NULL of older versions.
        ALTER TABLE fix ADD COLUMN arrived INTEGER;
        """

    static let crossings = """
        -- The geofence of its own that the phone crossed at a fix, by which stays are told.
        ALTER TABLE fix ADD COLUMN crossing TEXT;
        """

    static let reasons = """
        -- Which decision replaced which: the last one is kept however old it is.
        CREATE INDEX decision_by_subject ON decision (user, item, time);
        """

    static let steps = """
        -- The few among the many that are asked for alone: a user's steps into and out of places, of
        -- all their transitions between rooms and those of their items, and what was pushed.
        CREATE INDEX transition_of_place ON "transition" (user, time)
            WHERE item IS NULL AND room IS NULL;
        CREATE INDEX alert_pushed ON alert (time) WHERE delivery = 'pushed';
        """
}
