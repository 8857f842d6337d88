import Foundation
import GRDB
public import RoostCore

extension Schema {
    static let regions = """
        -- The places that each phone was given as regions.
        CREATE TABLE regions (
            user   TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
            device TEXT NOT NULL,
            json   TEXT NOT NULL CHECK (json_valid(json)),
            PRIMARY KEY (user, device)
        ) STRICT, WITHOUT ROWID;
        """
}

/// A place as a phone was given it; the place itself may be gone.
public struct GivenRegion: Hashable, Sendable, Codable {
    public var place: ID<Place>
    public var name: String
    /// A hash of all that the phone was told.
    public var hash: UInt64

    public init(place: ID<Place>, name: String, hash: UInt64) {
        self.place = place
        self.name = name
        self.hash = hash
    }
}

extension Store {
    /// What each phone was given.
    public func regions() throws -> [DeviceKey: [GivenRegion]] {
        let json = JSONDecoder()
        return try database.read { db in
            var regions: [DeviceKey: [GivenRegion]] = [:]
            for row in try Row.fetchAll(db, sql: "SELECT * FROM regions") {
                guard let device = Device(row["device"]) else { continue }
                regions[DeviceKey(user: ID(checked: row["user"]), device: device)] =
                    try json.decode([GivenRegion].self, text: row["json"])
            }
            return regions
        }
    }
}

extension ChangeWriter {
    /// All that a phone was given, if anything.
    func write(_ regions: [GivenRegion], on device: DeviceKey) throws {
        let (user, name) = (device.user.rawValue, device.device.name)
        guard !regions.isEmpty else {
            return try run("DELETE FROM regions WHERE user = ? AND device = ?", [user, name])
        }
        // The user may have been deleted later in the batch.
        try run(
            """
            INSERT OR REPLACE INTO regions (user, device, json)
            SELECT id, ?, ? FROM user WHERE id = ?
            """, [name, try text(regions), user])
    }
}
