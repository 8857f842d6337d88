import Foundation
import RoostCore
import RoostFormats
import RoostGateway

extension JSON {
    /// The member as a local clock shows it, with the day unless that is today; "–" if there is
    /// none.
    func localTime(_ name: String) -> String {
        guard let time = self[name]?.string.flatMap({ Timestamp(rfc3339: $0) }) else {
            return text(name)
        }
        let (day, clock) = time.localDayAndClock
        return day == Timestamp.now.localDayAndClock.day ? clock : "\(day) \(clock)"
    }
}

extension Timestamp {
    /// `2026-09-20` and `10:01:12` in the zone of this program.
    fileprivate var localDayAndClock: (day: String, clock: String) {
        let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        let offset = Double(TimeZone.current.secondsFromGMT(for: date))
        let text = advanced(bySeconds: offset).rfc3339
        return (String(text.prefix(10)), String(text.dropFirst(11).prefix(8)))
    }
}
