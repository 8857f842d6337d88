/// What users told Roost.
extension Schema {
    static let household = """
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

    static let ownPlace = """
        -- The place that a node names itself, which need not be there yet.
        ALTER TABLE node ADD COLUMN own_place TEXT;
        -- Whose room nobody assigned, most likely named its place itself as well.
        UPDATE node SET own_place = place
            WHERE own_room_name IS NOT NULL AND position IS NULL AND door IS NULL;
        """

    static let power = """
        -- What a node one metre away hears of it, in dBm, as its owner measured it.
        ALTER TABLE item ADD COLUMN tx_power REAL;
        """

    static let calibration = """
        CREATE TABLE calibration (
            place TEXT PRIMARY KEY REFERENCES place (id) ON DELETE CASCADE,
            json  TEXT NOT NULL CHECK (json_valid(json))
        ) STRICT;
        """

    static let deletions = """
        -- When a user or a node was deleted, of which nothing is kept but a hash of its name.
        CREATE TABLE deletion (name INTEGER PRIMARY KEY, time INTEGER NOT NULL) STRICT;
        """

    static let beginnings = """
        -- Since when the viewer may see as much; NULL for always, as of older versions.
        ALTER TABLE share ADD COLUMN since INTEGER;
        """

    static let moves = """
        -- Where the place was before it moved, as JSON; NULL if it never did.
        ALTER TABLE place ADD COLUMN former TEXT;
        """

    static let doors = """
        -- The topic of the contact sensor of the door at which the node stands.
        ALTER TABLE node ADD COLUMN door TEXT;
        """
}
