import Foundation
import GRDB
import RoostCore

extension Transition {
    init(row: Row) {
        let item: ID<Item>? = row.id("item")
        self.init(
            subject: item.map { .item($0) } ?? .user, user: ID(checked: row["user"]),
            isEntering: row["is_entering"], place: ID(checked: row["place"]),
            room: row.id("room"), time: Timestamp(milliseconds: row["time"]))
    }
}

extension RecordedFix {
    init?(_ row: Row) {
        guard let device = Device(row["device"]), let coordinate = row.coordinate else {
            return nil
        }
        var fix = Fix(
            coordinate: coordinate, accuracy: row["accuracy"],
            time: Timestamp(milliseconds: row["time"]))
        fix.altitude = row["altitude"]
        fix.speed = row["speed"]
        fix.course = row["course"]
        fix.battery = row["battery"]
        fix.isCharging = row["is_charging"]
        fix.trigger = row["trigger"]
        fix.isRetained = row["is_retained"]
        fix.activity = (row["activity"] as String?).flatMap(Activity.init)
        fix.network = (row["network"] as Int64?).map(UInt64.init(bitPattern:))
        fix.pinged = row.time("pinged")
        fix.claimedTime = row.time("claimed_time")
        fix.crossing = (row["crossing"] as String?).flatMap {
            try? JSONDecoder().decode(Fix.Crossing.self, text: $0)  // Then it is a fix like others.
        }
        self.init(device: device, fix: fix)
    }
}
