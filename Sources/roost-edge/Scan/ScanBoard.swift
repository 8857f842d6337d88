import RoostCore
import RoostFormats
import Terminal

/// The beacons heard, as a table for people.
struct ScanBoard {
    private struct Row {
        var heard: HeardBeacon
        var first: Timestamp
        var last: RSSI?
    }

    private var rows: [BeaconID: Row] = [:]
    /// Which addresses sent each kind of advertisement that cannot be tracked.
    private var others: [String: Set<BluetoothAddress?>] = [:]
    private(set) var count = 0
    private var latest: Timestamp?

    private static let room = 5000

    mutating func hear(_ heard: HeardAdvertisement, _ recognition: Recognition) {
        count += 1
        latest = max(latest ?? heard.time, heard.time)
        guard let beacon = recognition.beacon else {
            if others[recognition.kind, default: []].count < Self.room {
                others[recognition.kind, default: []].insert(heard.advertisement.address)
            }
            return
        }
        guard rows[beacon] != nil || rows.count < Self.room else { return }
        var row =
            rows[beacon]
            ?? Row(
                heard: HeardBeacon(beacon: beacon, kind: recognition.kind, at: heard.time),
                first: heard.time)
        row.heard.hear(heard.advertisement, recognition, at: heard.time)
        row.last = heard.advertisement.rssi ?? row.last
        rows[beacon] = row
    }

    /// The strongest first; beacons not heard for a while are dim.
    ///
    /// - Parameter height: How many lines there is room for; `nil` for no limit.
    func lines(width: Int, height: Int?, isColored: Bool) -> [String] {
        let columns: [TextTable.Column] = [
            .init(title: "BEACON", rank: 0), .init(title: "KIND", rank: 2),
            .init(title: "RSSI", rank: 0), .init(title: "RATE", rank: 3),
            .init(title: "BATTERY", rank: 4), .init(title: "NAME", rank: 1),
            .init(title: "SEEN", rank: 5),
        ]
        let sorted = rows.values.sorted {
            ($0.last?.dBm ?? -128, $1.heard.beacon) > ($1.last?.dBm ?? -128, $0.heard.beacon)
        }
        let footer = otherLines(width: width, isColored: isColored)
        let most = height.map { max(1, $0 - footer.count - 2) } ?? sorted.count
        let cells = sorted.prefix(most).map(cells)
        var lines =
            cells.isEmpty
            ? [TextCell("no beacon yet", .dim).written(isColored: isColored)]
            : TextTable(columns: columns, rows: cells).lines(width: width, isColored: isColored)
        if sorted.count > most { lines.append("and \(sorted.count - most) more") }
        return lines + footer
    }

    private func cells(_ row: Row) -> [TextCell] {
        let age = latest.map { $0.seconds(since: row.heard.time) } ?? 0
        let isGone = age > 10
        let span = row.heard.time.seconds(since: row.first)
        let rate = span > 0 ? Double(row.heard.count - 1) / span : 0
        return [
            TextCell(row.heard.beacon.rawValue, isGone ? .dim : .bold),
            TextCell(row.heard.kind),
            TextCell(row.last.map { "\(Int($0.dBm.rounded()))" } ?? "–"),
            TextCell(rate > 0 ? "\((rate * 10).rounded() / 10)/s" : "–"),
            TextCell(row.heard.battery.map { "\($0) %" } ?? "–"),
            TextCell(row.heard.name?.harmless ?? "–"),
            TextCell(isGone ? "\(Int(age)) s ago" : "–", .dim),
        ]
    }

    /// The advertisements of which only the kind is known.
    private func otherLines(width: Int, isColored: Bool) -> [String] {
        guard !others.isEmpty else { return [] }
        let kinds = others.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
            .map { "\($0.value.count) × \($0.key)" }
        let text = "cannot be tracked: " + kinds.joined(separator: ", ")
        return [""]
            + text.wrapped(to: width, indentation: 2)
            .map { TextCell($0, .dim).written(isColored: isColored) }
    }
}
