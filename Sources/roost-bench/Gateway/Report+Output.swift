import Foundation

extension Report {
    var json: String {
        get throws { try RoostBench.json(self) }
    }

    /// Medians, with the minimum and maximum of the rounds in brackets.
    var table: String {
        var lines = [
            "\(users) users, \(tags) tags, \(messages) messages, \(rounds) rounds, "
                + "\(processors) processors"
                + (isDebugBuild ? ", DEBUG BUILD: these numbers mean nothing" : "")
        ]
        for row in throughput {
            if row.subject == Subject.allCases.first { lines += ["", Self.head] }
            lines.append(line(row))
        }
        if let latency {
            lines += [
                "", "milliseconds from publish to output at 100 messages/s; of the disk, one sync",
                Self.line("echo", latency.echo50, latency.echo99),
                Self.line("disk", latency.disk50, latency.disk99),
                Self.line("roost", latency.gateway50, latency.gateway99),
                "p99 of roost: \(Self.number(latency.toEcho99, 1)) echoes, or "
                    + "\(Self.number(latency.toEchoAndDisk99, 1)) of an echo and a sync of the disk",
                "roost at this rate: \(Self.text(latency.cpuMicroseconds, 0)) µs CPU each",
            ]
        }
        if let memory {
            lines += ["", "peak memory of roost: \(Self.text(memory, 1, scale: 1e-6)) MB"]
        }
        return lines.joined(separator: "\n")
    }

    private static let head = row(
        "load", "subject", "messages/s", "µs CPU each", "MB", "busy %", "limit", "messages/s to")

    private func line(_ row: Row) -> String {
        let busy = [row.busy.subject, row.busy.broker, row.busy.publisher]
        return Self.row(
            row.load.rawValue, row.subject.rawValue, Self.text(row.messagesPerSecond, 0),
            Self.text(row.cpuMicroseconds, 1), Self.number(row.memory.median / 1e6, 1),
            busy.map { Self.number($0 * 100, 0) }.joined(separator: "/"), row.limit, ratios(row))
    }

    private func ratios(_ row: Row) -> String {
        switch row.subject {
        case .counting: ""
        case .inserting: "\(Self.number(row.ofCounting, 2)) counting"
        case .roost:
            "\(Self.number(row.ofCounting, 2)) counting, "
                + "\(Self.number(row.ofInserting, 2)) inserting"
        }
    }

    private static func line(_ name: String, _ median: Spread, _ tail: Spread) -> String {
        name + String(repeating: " ", count: 6 - name.count) + "p50 \(text(median, 2))  p99 "
            + text(tail, 2)
    }

    private static func row(_ cells: String...) -> String {
        zip(cells, [15, 10, 22, 19, 6, 12, 10, 0]).map { cell, width in
            cell + String(repeating: " ", count: max(1, width - cell.count))
        }.joined().trimmingCharacters(in: .whitespaces)
    }

    private static func text(_ spread: Spread, _ decimals: Int, scale: Double = 1) -> String {
        let (median, least, most) = (spread.median, spread.least, spread.most)
        return "\(number(median * scale, decimals)) "
            + "[\(number(least * scale, decimals))–\(number(most * scale, decimals))]"
    }

    private static func number(_ value: Double, _ decimals: Int) -> String {
        String(format: "%.\(decimals)f", value)
    }
}
