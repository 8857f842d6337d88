import RoostCore
import RoostFormats
import Testing

@testable import RoostGateway

@Suite("Replay")
struct ReplayTests {
    private func household() -> Household {
        var household = Household()
        for change in householdChanges { household.apply(change) }
        return household
    }

    private static let recording: [String] = (0..<200).map { step in
        let time = start.advanced(bySeconds: Double(step * 5))
        let tst = time.rfc3339.replacing("Z", with: "000Z+0000")
        if step % 4 == 0 {
            let north = step < 100 ? 0 : Double(step - 100) * 20
            let payload =
                #"{\"_type\":\"location\",\"lat\":\#(homeCenter.latitude + north / 111_195),"#
                + #"\"lon\":\#(homeCenter.longitude),\"acc\":10,\"tst\":\#(time.milliseconds / 1000)}"#
            return
                #"{"tst":"\#(tst)","topic":"owntracks/alice/phone","qos":1,"retain":0,"payload":"\#(payload)"}"#
        }
        return
            #"{"tst":"\#(tst)","topic":"roost/node/n1/sightings","qos":0,"retain":0,"payload":"{\"sightings\":[{\"beacon\":\"mac:a4c138000001\",\"rssi\":-60}]}"}"#
    }

    private func replay() throws -> [String] {
        var replay = Replay(configuration: Configuration(), household: household())
        var lines: [String] = []
        for line in Self.recording {
            let message = try RecordedMessage(line: Array(line.utf8))
            lines += replay.take(message).map { String(decoding: $0.line, as: UTF8.self) }
        }
        return lines + replay.finish().map { String(decoding: $0.line, as: UTF8.self) }
    }

    @Test("The same recording gives identical output, in the order of time")
    func deterministic() throws {
        let once = try replay()
        #expect(try replay() == once)
        let times = try once.map { try RecordedMessage(line: Array($0.utf8)).time }
        #expect(times == times.sorted())
        #expect(once.count { $0.contains(#"left_behind"#) && $0.contains("/alert") } == 1)
    }

    @Test("Whether a time is past is judged by when its request came, however quiet it was before")
    func quiet() throws {
        var replay = Replay(configuration: Configuration(), household: household())
        let until = start.advanced(bySeconds: 1800).rfc3339
        var statuses: [String] = []
        for second in [0.0, 3600] {
            let payload = #"{\"viewer\":\"bob\",\"level\":\"place\",\"until\":\"\#(until)\"}"#
            let tst = start.advanced(bySeconds: second).rfc3339.replacing("Z", with: "000Z+0000")
            let topic = "roost/user/alice/request/share/save"
            let line =
                #"{"tst":"\#(tst)","topic":"\#(topic)","qos":1,"retain":0,"payload":"\#(payload)"}"#
            let told = replay.take(try RecordedMessage(line: Array(line.utf8)))
            let answer = told.first { $0.topic.contains("/response/share/save") }
            statuses.append(try JSON(answer?.payload ?? [])["status"]?.string ?? "")
        }
        #expect(statuses == ["ok", "error"])
    }

    @Test(
        "A replay refuses what a gateway refuses, and names what only a gateway does",
        arguments: [
            ("save", "{bad", "bad_request"), ("save", "[]", "wrong_type"),
            ("enrol", #"{"name":"Bag"}"#, "unavailable"),
            ("calibrate", #"{"item":"keys"}"#, "unavailable"), ("boil", "{}", "unknown_request"),
        ])
    func refusals(verb: String, payload: String, code: String) throws {
        var replay = Replay(configuration: Configuration(), household: household())
        let told = replay.take(
            RecordedMessage(
                time: start, topic: "roost/user/alice/request/item/\(verb)",
                payload: Array(payload.utf8), isRetained: false))
        let answer = try #require(
            told.first { $0.topic == "roost/user/alice/response/item/\(verb)" })
        #expect(try JSON(answer.payload)["error"]?["code"]?.string == code)
    }

    @Test("Replayed output can be replayed again")
    func roundTrip() throws {
        for line in try replay() {
            let message = try RecordedMessage(line: Array(line.utf8))
            #expect(String(decoding: message.line, as: UTF8.self).contains(message.topic))
            // Home Assistant takes a state as a plain word.
            let isWord = message.topic.hasPrefix("homeassistant/device_tracker/")
            #expect(isWord || (try? JSON(message.payload)) != nil)
        }
    }

    /// What a recording says under two configurations.
    private func comparison(
        of lines: [String], from: (inout EngineSettings) -> Void = { _ in },
        with change: (inout EngineSettings) -> Void
    ) throws -> ReplayComparison {
        func statements(_ configuration: Configuration) throws -> Statements {
            var replay = Replay(configuration: configuration, household: household())
            var statements = Statements(topics: Topics())
            for line in lines {
                statements.note(replay.take(try RecordedMessage(line: Array(line.utf8))))
            }
            statements.note(replay.finish())
            return statements
        }
        var (before, after) = (Configuration(), Configuration())
        from(&before.belief)
        change(&after.belief)
        return ReplayComparison(try statements(before), try statements(after))
    }

    @Test("A comparison reports moved, missing and new statements, or no difference at all")
    func compares() throws {
        let unchanged = try comparison(of: Self.recording) { _ in }
        #expect(unchanged.differences.isEmpty && unchanged.same > 3)

        // The keys are heard until 100, are silent for a while, and are heard again from 200 on.
        let topic = #""topic":"roost/node/n1/"#
        func line(_ second: Int, _ level: String, _ payload: String) -> String {
            let tst = start.advanced(bySeconds: Double(second)).rfc3339
            return #"{"tst":"\#(tst.replacing("Z", with: "000Z+0000"))",\#(topic)\#(level)","#
                + #""retain":0,"payload":"\#(payload)"}"#
        }
        let sighting = #"{\"sightings\":[{\"beacon\":\"mac:a4c138000001\",\"rssi\":-60}]}"#
        let lines =
            [line(0, "status", "online")]
            + (Array(stride(from: 1, to: 100, by: 2)) + Array(stride(from: 200, to: 300, by: 2)))
            .map { line($0, "sightings", sighting) } + [line(400, "status", "online")]
        let patient = try comparison(of: lines) { $0.absenceTimeout = 60...3600 }
        #expect(patient.differences.count == 2 && patient.differences.allSatisfy(\.isMove))
        let morePatient = try comparison(of: lines) { $0.absenceTimeout = 150...3600 }
        #expect(morePatient.differences.contains { $0.isGone })
        let hastier = try comparison(of: lines, from: { $0.absenceTimeout = 150...3600 }) { _ in }
        #expect(hastier.differences.contains { $0.isNew })
    }

    @Test("Of alerts with the same text, those at the same time are the same")
    func pairs() throws {
        func differences(_ levels: [Int]) throws -> [ReplayComparison.Difference] {
            let lines = levels.enumerated().map { index, level in
                let time = start.advanced(bySeconds: Double(index) * 14_400)
                let tst = time.rfc3339.replacing("Z", with: "000Z+0000")
                let payload =
                    #"{\"_type\":\"location\",\"lat\":\#(homeCenter.latitude),"#
                    + #"\"lon\":\#(homeCenter.longitude),\"acc\":10,\"batt\":\#(level),"#
                    + #"\"tst\":\#(time.milliseconds / 1000)}"#
                return #"{"tst":"\#(tst)","topic":"owntracks/alice/phone","qos":1,"retain":0,"#
                    + #""payload":"\#(payload)"}"#
            }
            return try comparison(of: lines) { $0.batteryLow = 5 }.differences
        }
        let text = "alice is told: phone: battery low"
        #expect(
            try differences([80, 12, 90, 4]) == [
                .gone(text, at: start.advanced(bySeconds: 14_400))
            ])
        #expect(
            try differences([80, 4, 90, 12]) == [
                .gone(text, at: start.advanced(bySeconds: 43_200))
            ])
    }

    /// What is said of an alert of alice's that comes at these seconds.
    private func statements(at seconds: [Double]) -> Statements {
        let payload = #"{"user":"alice","title":"battery low"}"#
        var statements = Statements(topics: Topics())
        statements.note(
            seconds.map { second in
                RecordedMessage(
                    time: start.advanced(bySeconds: second), topic: "roost/user/alice/alert",
                    payload: Array(payload.utf8), isRetained: false)
            })
        return statements
    }

    @Test(
        "What is not said at the same time has moved in order of time, as near as it can",
        arguments: [
            ([0, 60], [0.5, 60.9], 2, ""), ([0, 60], [1, 61], 0, "0>1 60>61"),
            ([0, 0.8, 60], [0.9], 1, "0- 60-"), ([0, 3600], [3605], 0, "0- 3600>3605"),
            ([3605], [0, 3600], 0, "0+ 3605>3600"),
            ([10, 20, 30], [12, 28], 0, "10>12 20- 30>28"),
            ([0, 10], [100, 110, 120], 0, "0>100 10>110 120+"), ([], [5], 0, "5+"),
            ([100, 110], [0, 5], 0, "100>0 110>5"), ([0, 5, 8], [100], 0, "0- 5- 8>100"),
        ] as [([Double], [Double], Int, String)])
    func moves(before: [Double], after: [Double], same: Int, expected: String) {
        let comparison = ReplayComparison(statements(at: before), statements(at: after))
        func second(_ time: Timestamp) -> String { "\(Int(time.seconds(since: start)))" }
        let told = comparison.differences.map { difference in
            switch difference {
            case .gone(_, let time): "\(second(time))-"
            case .new(_, let time): "\(second(time))+"
            case .moved(_, let from, let to): "\(second(from))>\(second(to))"
            }
        }
        #expect(told.joined(separator: " ") == expected)
        #expect(comparison.same == same)
    }

    @Test("A year of statements that all moved is compared", .timeLimit(.minutes(1)))
    func manyMoves() {
        let times = (0..<20_000).map { 1000.0 * Double($0) }
        let comparison = ReplayComparison(
            statements(at: times), statements(at: times.map { $0 + 5 }))
        #expect(comparison.differences.count == 20_000 && comparison.same == 0)
        let isMove = comparison.differences.allSatisfy { $0.isMove }
        #expect(isMove)
    }

    @Test(
        "A line that is not a message is refused",
        arguments: [
            "", "{", "[]", #"{"topic":"a"}"#, #"{"tst":"yesterday","topic":"a"}"#,
            #"{"tst":"2026-01-01T00:00:00.000000Z+0000"}"#,
        ])
    func refused(line: String) {
        #expect(throws: RecordingError.self) { _ = try RecordedMessage(line: Array(line.utf8)) }
    }
}

extension ReplayComparison.Difference {
    fileprivate var isMove: Bool { if case .moved = self { true } else { false } }
    fileprivate var isNew: Bool { if case .new = self { true } else { false } }
    fileprivate var isGone: Bool { if case .gone = self { true } else { false } }
}
