import RoostFormats

/// A story and its outcome, sorted by time, for humans.
struct Timeline {
    let lines: [Line]
    let outcome: Outcome

    var rows: [String] {
        var rows: [(moment: Moment, text: String)] = lines.compactMap { line in
            if case .expected = line.content { return nil }
            return (line.span.lowerBound, "  \(line.span.text) \(line.text)")
        }
        var shown: [String: String] = [:]
        for publication in outcome.publications {
            let text = publication.text
            if publication.isState {
                guard shown.updateValue(text, forKey: publication.topic) != text else { continue }
            }
            rows.append(
                (publication.moment, "    → \(publication.moment) \(publication.name) \(text)"))
        }
        return rows.enumerated()
            .sorted { ($0.element.moment, $0.offset) < ($1.element.moment, $1.offset) }
            .map(\.element.text)
    }
}

extension Span {
    var text: String {
        lowerBound == upperBound ? "\(lowerBound)" : "\(lowerBound)–\(upperBound)"
    }
}

extension Outcome.Publication {
    fileprivate var isState: Bool {
        !["alert", "transition"].contains(topic.split(separator: "/").last.map(String.init) ?? "")
    }

    fileprivate var name: String { String(topic.dropFirst("roost/".count)) }

    /// The meaning of the message, without its numbers.
    var text: String {
        guard let json else { return "cleared" }
        let members = [
            "status", "kind", "event", "subject", "item", "friend", "node", "hand", "with_owner",
            "place", "room", "proximity", "title",
        ]
        return members.compactMap { member in
            json[member]?.string.map { "\(member) \($0)" }
        }.joined(separator: ", ")
    }
}
