import ArgumentParser
import Foundation
import RoostFormats
import Terminal

struct Calibrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Teach Roost your rooms by walking through them.",
        discussion: """
            Take a beacon of yours along, as you wear it, and spend a minute in each room without standing \
            still: go into every corner and to every seat, and turn round. Go from room to room as you \
            usually do. It is used once all rooms with nodes are measured, on one walk or on several, and only \
            if it tells the rooms apart better than before. A room named is measured anew, and judged \
            together with what is known of the others.

            Example:
              roost calibrate --user alice
              roost calibrate --user alice --seconds 90 kitchen living hall
              roost calibrate --user alice --forget --place home kitchen
            """)

    @OptionGroup var options: UserOptions
    @Option(help: "The beacon to walk with; your own if left out.") var beacon: String?
    @Option(help: "The place; where the beacon is if left out.") var place: String?
    @Option(help: "How long to stay in each room.") var seconds = 60.0
    @Flag(help: "Forget what was measured of --place, or of the rooms named.") var forget = false
    @Argument(help: "The rooms to measure; all of the place if left out.") var rooms: [String] = []

    func validate() throws {
        guard (10...600).contains(seconds) else {
            throw ValidationError("--seconds must be from 10 to 600")
        }
        guard !forget || place != nil else {
            throw ValidationError("--forget needs --place")
        }
    }

    func run() throws {
        // Each request has its own connection: the broker would close one silent on the way to a
        // room.
        func ask(_ verb: String, _ payload: [RequestMember] = []) throws -> JSON {
            try options.answer("calibration", verb, payload)
        }
        let named = rooms.isEmpty ? nil : JSON.array(rooms.map(JSON.string))
        if forget {
            return try options.client.print(
                ask("delete", [("place", place), ("rooms", named)]), describeForgotten)
        }
        let begun = try ask("start", [("beacon", beacon), ("place", place), ("rooms", named)])
        let known = begun.list("rooms").map {
            (id: $0.text("room"), name: $0.text("name"))
        }
        let chosen =
            try rooms.isEmpty
            ? known
            : rooms.map { text in
                let wanted = text.lowercased()
                guard
                    let room = known.first(where: {
                        $0.id == wanted || $0.name.lowercased() == wanted
                    })
                else {
                    throw ValidationError(
                        "there is no room '\(text)' in \(begun.text("place")); there are "
                            + known.map(\.id).joined(separator: ", "))
                }
                return room
            }
        let walk: [RequestMember] = [("beacon", begun["beacon"]), ("place", begun["place"])]
        var isStopped = false
        for (index, room) in chosen.enumerated() where !isStopped {
            say(
                "\(index + 1)/\(chosen.count)  Go to \(room.name) with \(begun.text("beacon")), "
                    + "press Return, and walk about: every corner, every seat.")
            guard readLine() != nil else {
                throw ValidationError("calibrate asks at each room, and standard input has ended")
            }
            isStopped = try measure(room.id, walk, ask)
        }
        let report = try ask("stop")
        try options.client.print(report, describe)
        if isStopped || report["kept"] != true { throw ExitCode.failure }
    }

    /// Measures in a room for the given time, or until Ctrl-C; afterwards nothing counts for it.
    ///
    /// - Returns: Whether it was Ctrl-C.
    private func measure(
        _ room: String, _ walk: [RequestMember], _ ask: (String, [RequestMember]) throws -> JSON
    ) throws -> Bool {
        let stop = StopSignal()
        let signals = stop.catchSignals {}
        defer { stop.release(signals) }
        _ = try ask("mark", [("room", JSON.string(room))] + walk)
        let end = Date(timeIntervalSinceNow: seconds)
        var next = Date(timeIntervalSinceNow: 5)
        while end.timeIntervalSinceNow > 0, !stop.isGiven {
            Thread.sleep(forTimeInterval: min(0.2, max(0, end.timeIntervalSinceNow)))
            guard next.timeIntervalSinceNow <= 0 || end.timeIntervalSinceNow <= 0 else { continue }
            next += 5
            // The broker may be away for a moment; the nodes go on measuring.
            let progress = try? ask("get", [])
            if let progress, progress["rooms"] == nil {
                throw ClientError(
                    "the gateway was started anew, and what it had not kept yet is lost: run roost "
                        + "calibrate again")
            }
            let heard = progress?.list("rooms").first { $0.text("room") == room }
            say(
                "     \(Int(max(0, end.timeIntervalSinceNow).rounded())) s left, "
                    + "heard \(heard?.text("samples") ?? "?") times")
        }
        _ = try ask("mark", [("room", JSON.null)] + walk)
        return stop.isGiven
    }

    /// Progress goes to standard error, so that `--json` prints nothing else.
    private func say(_ text: String) {
        writeError(text + "\n")
    }

    private func describe(_ report: JSON) -> String {
        var lines = [
            table(
                [["ROOM", "HEARD", "TOLD RIGHT", "TAKEN FOR"]]
                    + report.list("rooms").map { room in
                        let told = room.list("told")
                        let own = told.first { $0.text("room") == room.text("room") }
                        let others = told.filter { $0.text("room") != room.text("room") }
                        return [
                            room.text("room"), room.text("samples"), percent(own?["share"]),
                            others.map { "\($0.text("room")) \(percent($0["share"]))" }
                                .joined(separator: ", "),
                        ]
                    })
        ]
        let missing = report.list("missing").compactMap(\.string)
        let isKept = report["kept"] == true
        if isKept, !missing.isEmpty {
            let heard = report.list("rooms").map { ($0.text("room"), $0.text("samples")) }
            let counts = Dictionary(heard) { $1 }
            let few = missing.map { "\($0) (\(counts[$0] ?? "0"))" }.joined(separator: ", ")
            lines.append(
                "Kept, but not used yet: each room must be heard \(report.text("needed")) times. "
                    + "Stay longer in \(few), or come back there.")
        } else if isKept {
            lines.append(
                "Used from now on: \(percent(report["after"])) told right from one moment alone, "
                    + "\(percent(report["before"])) before.")
        } else {
            let told =
                report["after"] == nil
                ? ""
                : " (\(percent(report["after"])) told right, \(percent(report["before"])) before)"
            lines.append("Not used: \(report.text("reason"))\(told)")
        }
        let waiting = report.list("waiting").map { waiting in
            let rooms = waiting.list("rooms").compactMap(\.string).joined(separator: ", ")
            return "\(waiting.text("node")) came or was moved since, and counts once it has been "
                + "measured in \(rooms) too."
        }
        return (lines + waiting + report.list("advice").compactMap(\.string))
            .joined(separator: "\n")
    }

    private func describeForgotten(_ answer: JSON) -> String {
        let left = answer.list("rooms").compactMap(\.string)
        return left.isEmpty
            ? "nothing is known of the rooms of \(answer.text("place")) any more"
            : "of \(answer.text("place")) is known: \(left.joined(separator: ", "))"
    }

    private func percent(_ value: JSON?) -> String {
        guard case .number(let number) = value, let share = Double(number.literal) else {
            return "–"
        }
        return "\(Int((100 * share).rounded())) %"
    }
}
