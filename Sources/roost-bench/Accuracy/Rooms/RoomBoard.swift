import Foundation

/// Each rule's score on the same walks.
struct RoomBoard {
    struct Row {
        var rule: String
        var score: RoomScore
    }

    /// The name of the folder.
    var name: String
    /// Earlier measurements that rules could learn from.
    var measured: [String]
    var walks: Int
    var rows: [Row]

    var text: String {
        ([title, ""] + table + notes).joined(separator: "\n")
    }

    private var title: String {
        let learned =
            measured.isEmpty
            ? "nothing was measured before"
            : "measured before: " + measured.joined(separator: ", ")
        return "\(name): \(walks) \(walks == 1 ? "walk" : "walks"), \(learned)"
    }

    private var table: [String] {
        let truth = rows.first?.score
        let changes = truth?.accuracy == nil ? "" : " (true \(truth?.trueChanges ?? 0))"
        return [
            "| rule | room right | macro F1 | changes\(changes) | median delay "
                + "| position, median | position, 90 % |",
            "| --- | --: | --: | --: | --: | --: | --: |",
        ] + rows.map(Self.line)
    }

    private static func line(_ row: Row) -> String {
        let score = row.score
        let hasRooms = score.accuracy != nil
        let missed = score.missed > 0 ? ", \(score.missed) missed" : ""
        let delay = score.medianDelay.map { String(format: "%.1f s", $0) } ?? "none told"
        let cells: [String?] = [
            row.rule, score.accuracy.map(share), score.macroF1.map(share),
            hasRooms ? String(score.changes) : nil,
            hasRooms && score.trueChanges > 0 ? delay + missed : nil,
            score.error(share: 0.5).map(metres), score.error(share: 0.9).map(metres),
        ]
        return "| " + cells.map { $0 ?? "" }.joined(separator: " | ") + " |"
    }

    /// A rule that gives a position only when it is sure is compared on easier moments.
    private var notes: [String] {
        let lines = rows.compactMap { row -> String? in
            let (told, not) = (row.score.errors.count, row.score.unplaced)
            guard not > 0, told > 0 else { return nil }
            return "\(row.rule): no position at \(not) of \(told + not) moments."
        }
        return lines.isEmpty ? [] : [""] + lines
    }

    private static func share(_ share: Double) -> String {
        let text = String(format: "%.3f", share)
        return text.hasPrefix("0") ? String(text.dropFirst()) : text
    }

    private static func metres(_ metres: Double) -> String { String(format: "%.2f m", metres) }
}
