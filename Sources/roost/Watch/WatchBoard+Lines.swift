import RoostCore
import Terminal

extension WatchBoard {
    /// The appearance of the lines, and what is above and below them.
    struct Frame {
        var width: Int
        /// The available lines; `nil` for no limit.
        var height: Int?
        var isColored: Bool
        /// Whether to show when each user and item was last updated.
        var showsSeen = true
        var now: Timestamp
        var clock: WatchClock
        var header: [TextCell] = []
        var footer: [TextCell] = []
    }

    /// The lines reserved for the last alerts, with their heading, on a terminal high enough.
    private static let alertRoom = 5

    /// The whole picture: people, items, and as many of the last alerts as fit.
    func lines(_ frame: Frame) -> [String] {
        func write(_ cells: [TextCell]) -> [String] {
            cells.map { cell in
                TextCell(cell.text.fitted(to: frame.width), cell.style)
                    .written(isColored: frame.isColored)
            }
        }
        var lines = write(frame.header)
        if !frame.header.isEmpty { lines.append("") }
        let footer = write(frame.footer)
        let shown = [peopleTable(frame)] + (items.isEmpty ? [] : [itemTable(frame)])
        var tables = shown.map {
            $0.lines(width: frame.width, isColored: frame.isColored) + [""]
        }
        // A long list does not displace alerts or warnings; nor do these displace everybody.
        if let height = frame.height {
            let alertRoom = alertLines(frame, most: min(Self.alertRoom, height / 3)).count
            let most = height - lines.count - footer.count - alertRoom
            if tables.map(\.count).reduce(0, +) > most { tables = Self.cut(tables, to: most) }
        }
        lines += tables.joined()
        let room = frame.height.map { max(1, $0 - lines.count - footer.count) } ?? 10
        lines += alertLines(frame, most: room)
        lines += footer
        return frame.height.map { Array(lines.prefix($0)) } ?? lines
    }

    /// The tables in at most so many lines together, each with half of them if it needs as much.
    private static func cut(_ tables: [[String]], to most: Int) -> [[String]] {
        var room = max(0, most)
        var cut: [[String]] = []
        for (index, table) in tables.enumerated() {
            let others = tables.dropFirst(index + 1).reduce(0) { $0 + min($1.count, room / 2) }
            // A heading alone tells nothing; where that would be left, the others wait.
            let fair = room - others
            let own = table.count <= fair || fair > 3 ? fair : room
            guard table.count <= own || own > 3 else { continue }
            cut.append(table.count <= own ? table : Self.cut(table, to: own))
            room -= cut.last?.count ?? 0
        }
        return cut
    }

    private static func cut(_ table: [String], to most: Int) -> [String] {
        table.prefix(most - 2) + ["… \(table.count + 1 - most) more lines", ""]
    }

    private func peopleTable(_ frame: Frame) -> TextTable {
        let columns: [TextTable.Column] = [
            .init(title: "PEOPLE", rank: 0), .init(title: "WHERE", rank: 0),
            .init(title: "HAND", rank: 1), .init(title: "MOVES", rank: 4),
            .init(title: "SINCE", rank: 2), .init(title: "SURE", rank: 3),
            .init(title: "BATTERY", rank: 5), .init(title: "SEEN", rank: 6),
        ]
        let rows = people.valuesInOrder.map { person in
            [
                TextCell(person.name, .bold), TextCell(whereabouts(person, frame)),
                TextCell(person.hand, style(ofHand: person.hand)),
                TextCell(person.activity ?? "–"), TextCell(age(person.since, frame)),
                TextCell(
                    person.confidence.map {
                        $0.isFinite ? "\(Int(($0.clamped(to: 0...1) * 100).rounded())) %" : "–"
                    } ?? "–"),
                TextCell(person.battery.map { "\($0) %" } ?? "–", batteryStyle(person.battery)),
                TextCell(frame.showsSeen ? age(person.updated, frame) : "–", .dim),
            ]
        }
        let nobody = [[TextCell("nobody yet", .dim)] + Array(repeating: TextCell(""), count: 7)]
        return TextTable(columns: columns, rows: rows.isEmpty ? nobody : rows)
    }

    private func whereabouts(_ person: Person, _ frame: Frame) -> String {
        guard person.place == nil, let eta = person.eta, person.heading != nil else {
            return person.whereabouts
        }
        guard eta > frame.now else { return "\(person.whereabouts), there any moment" }
        var clock = frame.clock
        clock.showsSeconds = false
        return "\(person.whereabouts), there \(clock.text(eta))"
    }

    private func itemTable(_ frame: Frame) -> TextTable {
        let columns: [TextTable.Column] = [
            .init(title: "ITEMS", rank: 0), .init(title: "OWNER", rank: 2),
            .init(title: "WHERE", rank: 0), .init(title: "WITH OWNER", rank: 1),
            .init(title: "PROXIMITY", rank: 4), .init(title: "BATTERY", rank: 5),
            .init(title: "SEEN", rank: 3),
        ]
        let rows = items.valuesInOrder.map { item in
            [
                TextCell(item.name, .bold), TextCell(name(ofUser: item.owner)),
                TextCell(whereabouts(item)), TextCell(item.answer, style(ofAnswer: item.withOwner)),
                TextCell(item.proximity == "lost" ? "not heard" : item.proximity),
                TextCell(item.battery.map { "\($0) %" } ?? "–"),
                TextCell(frame.showsSeen ? age(item.lastSeen, frame) : "–", .dim),
            ]
        }
        return TextTable(columns: columns, rows: rows)
    }

    /// The last alerts, newest first.
    private func alertLines(_ frame: Frame, most: Int) -> [String] {
        var lines = [TextCell("ALERTS", .dim).written(isColored: frame.isColored)]
        for (alert, users) in merged(alerts.reversed()) {
            let text = "\(frame.clock.text(alert.time))  \(names(users)): \(alert.words)"
            let style: TextStyle =
                switch alert.severity {
                case "critical": .red
                case "warning": .yellow
                default: .plain
                }
            let room = max(0, most - lines.count)
            let pieces = text.wrapped(to: frame.width, indentation: 7).prefix(room)
            lines += pieces.map { TextCell($0, style).written(isColored: frame.isColored) }
        }
        if alerts.isEmpty {
            lines.append(
                TextCell("none since this began", .dim).written(isColored: frame.isColored))
        }
        return lines
    }

    /// The alerts in their order; equal ones to several users, at about the same time, are merged.
    func merged(_ alerts: [Notice]) -> [(alert: Notice, users: [String])] {
        var merged: [(alert: Notice, users: [String])] = []
        for alert in alerts {
            let known = merged.firstIndex {
                abs($0.alert.time.seconds(since: alert.time)) < 2 && $0.alert.text == alert.text
                    && $0.alert.title == alert.title && !$0.users.contains(alert.user)
            }
            if let known {
                merged[known].users.append(alert.user)
            } else {
                merged.append((alert, [alert.user]))
            }
        }
        return merged
    }

    private func age(_ moment: Timestamp?, _ frame: Frame) -> String {
        moment.map { frame.clock.age(of: $0, at: frame.now) } ?? "–"
    }

    private func style(ofHand hand: String) -> TextStyle {
        switch hand {
        case "travelling": .yellow
        case "unknown", "offline": .dim
        default: .green
        }
    }

    private func style(ofAnswer answer: String) -> TextStyle {
        switch answer {
        case "yes": .green
        case "no": .red
        default: .dim
        }
    }

    private func batteryStyle(_ battery: String?) -> TextStyle {
        battery.flatMap { Double($0) }.map { $0 <= Self.lowBattery ? .red : .plain } ?? .plain
    }

    /// In per cent: the gateway warns from here on, unless it is set otherwise.
    private static let lowBattery = Double(EngineSettings().batteryLow)
}

extension Comparable {
    fileprivate func clamped(to range: ClosedRange<Self>) -> Self {
        min(range.upperBound, max(range.lowerBound, self))
    }
}
