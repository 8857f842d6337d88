import RoostCore
import RoostFormats

/// Compares what was published with what a story expects, and allows nothing more.
struct Judgement {
    let outcome: Outcome
    let lines: [Line]

    var failures: [String] {
        expectations.compactMap(failure) + unexpectedAlerts + unexpectedMoves
    }

    private var expectations: [(line: Line, expectation: Expectation)] {
        lines.compactMap { line in
            if case .expected(let expectation) = line.content { (line, expectation) } else { nil }
        }
    }

    private func failure(_ line: Line, _ expectation: Expectation) -> String? {
        let moment = line.span.upperBound
        switch expectation {
        case .alert(let expected):
            let count = alerts.count { matches($0, expected, line.span) }
            return count == 1 ? nil : "\(line.span.text) \(line.text): \(count) times"
        case .moves(let user, let expected): return judge(moves(of: user), expected, line.text)
        case .rooms(let user, let expected):
            let rooms = rooms(of: user)
            return rooms == expected ? nil : "\(line.text), but was in \(rooms)"
        case .presence(let user, let whereabouts):
            let shown = outcome.kept("roost/user/\(user)/presence", at: moment)
            return compare(shown, whereabouts.members, line)
        case .item(let id, let owner, let expected):
            let shown = outcome.kept("roost/item/\(id)/state", at: moment)
            guard shown == outcome.kept("roost/user/\(owner)/item/\(id)", at: moment) else {
                return "\(moment) \(id) differs between the household's topic and its owner's"
            }
            return compare(shown, expected.members, line)
                ?? expected.isHeard.flatMap { isHeard in
                    (shown?["proximity"] != "lost") == isHeard
                        ? nil : "\(moment) \(line.text): heard? \(!isHeard)"
                }
        case .friend(let viewer, let friend, let whereabouts):
            let shown = outcome.kept("roost/user/\(viewer)/friends/\(friend)", at: moment)
            guard let whereabouts else {
                return shown == nil ? nil : "\(moment) \(line.text), but is shown them"
            }
            return compare(shown, whereabouts.members, line)
        case .occupancy(let place, let count):
            let shown = outcome.kept("roost/place/\(place)/occupancy", at: moment)?["count"]
            let number = shown?.number?.integer.map(String.init) ?? "nobody knows how many"
            return number == "\(count)" ? nil : "\(moment) \(line.text), but \(number)"
        case .answer(let topic):
            let answer = outcome.all(topic).first { $0.moment >= moment }?.json
            let reason = answer?["error"]?["message"]?.string ?? "there is none"
            return answer?["status"] == "ok" ? nil : "\(line.text), but \(reason)"
        }
    }

    private func compare(_ shown: JSON?, _ members: [String: String?], _ line: Line) -> String? {
        guard let shown else { return "\(line.span.upperBound) \(line.text), but nothing is shown" }
        let wrong = members.sorted { $0.key < $1.key }.filter { shown[$0.key]?.string != $0.value }
        guard !wrong.isEmpty else { return nil }
        let words = wrong.map { "\($0.key) is \(shown[$0.key]?.string ?? "null")" }
        return "\(line.span.upperBound) \(line.text), but " + words.joined(separator: ", ")
    }

    // MARK: Alerts

    typealias PublishedAlert = (user: String, publication: Outcome.Publication)

    /// All alerts except those of a user's own arrivals and departures, which the moves cover.
    private var alerts: [PublishedAlert] {
        let own = ["arrived", "left"]
        return outcome.ofUsers("alert").filter { alert in
            !own.contains(alert.publication.json?["kind"]?.string ?? "")
        }
    }

    private func matches(_ alert: PublishedAlert, _ expected: ExpectedAlert, _ span: Span) -> Bool {
        guard let json = alert.publication.json, alert.user == expected.user,
            json["kind"]?.string == expected.kind.rawValue,
            span.contains(alert.publication.moment)
        else { return false }
        let members = [
            "item": expected.item, "friend": expected.friend, "node": expected.node,
            "place": expected.place, "room": expected.room,
        ]
        return members.allSatisfy { $1 == nil || json[$0]?.string == $1 }
    }

    private var unexpectedAlerts: [String] {
        let expected = expectations.compactMap { line, expectation in
            if case .alert(let alert) = expectation { (alert, line.span) } else { nil }
        }
        return alerts.filter { alert in
            !expected.contains { matches(alert, $0.0, $0.1) }
        }.map { "\($0.publication.moment) \($0.user) was told \($0.publication.text)" }
    }

    // MARK: Moves

    /// The rooms in which a user was shown for ten seconds.
    private func rooms(of user: String) -> [String] {
        var rooms: [(name: String?, since: Moment)] = []
        for publication in outcome.all("roost/user/\(user)/presence") {
            let room = publication.json?["room"]?.string
            if rooms.isEmpty || rooms.last?.name != room {
                rooms.append((room, publication.moment))
            }
        }
        let ends = rooms.dropFirst().map(\.since.seconds) + [.infinity]
        let long = zip(rooms, ends).filter { $1 - $0.since.seconds >= 10 }.compactMap(\.0.name)
        return long.enumerated().filter { $0 == 0 || long[$0 - 1] != $1 }.map(\.element)
    }

    private func moves(of user: String) -> [(moment: Moment, text: String)] {
        outcome.all("roost/user/\(user)/transition").compactMap { publication in
            guard let json = publication.json, json["subject"] == "user", json["room"] == .null
            else { return nil }
            let event = json["event"]?.string ?? ""
            return (publication.moment, "\(event) \(json["place"]?.string ?? "")")
        }
    }

    private func judge(
        _ moves: [(moment: Moment, text: String)], _ expected: [Move], _ text: String
    ) -> String? {
        guard moves.map(\.text) == expected.map(\.text) else {
            return "\(text), but: "
                + moves.map { "\($0.moment) \($0.text)" }.joined(separator: ", ")
        }
        let untimely = zip(moves, expected).filter { move, expected in
            expected.span.map { !$0.contains(move.moment) } ?? false
        }
        guard !untimely.isEmpty else { return nil }
        return untimely.map { "\($0.text) at \($0.moment), not \($1.span?.text ?? "")" }
            .joined(separator: "; ")
    }

    /// Moves of users without a line about moves.
    private var unexpectedMoves: [String] {
        let told = expectations.compactMap { _, expectation in
            if case .moves(let user, _) = expectation { user } else { nil }
        }
        return outcome.ofUsers("transition").filter { !told.contains($0.user) }
            .filter { $0.publication.json?["subject"] == "user" }
            .filter { $0.publication.json?["room"] == .null }
            .map { "\($0.publication.moment) \($0.user): \($0.publication.text)" }
    }
}

extension ExpectedItem {
    fileprivate var members: [String: String?] {
        var members: [String: String?] = [:]
        if let answer { members["with_owner"] = answer.rawValue }
        if let place { members["place"] = place }
        if let room { members["room"] = room }
        return members
    }
}
