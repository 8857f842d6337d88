public import RoostCore
import Testing

@testable import roost_bench

@Suite("The score of rooms and positions")
struct RoomScoreTests {
    private func claim(_ second: Double, _ room: String?, _ position: Position? = nil)
        -> RoomScore.Claim
    {
        RoomScore.Claim(
            time: at(second),
            whereabouts: Whereabouts(room: room.flatMap { ID<Room>($0) }, position: position))
    }

    private func truth(_ rooms: String) throws -> Truth {
        let lines = rooms.enumerated().map { "\($0),\($1)" }
        return try Truth(
            CSVTable(
                (["time,room"] + lines).joined(separator: "\n"), name: "truth",
                required: ["time"]), rooms: ["a", "b", "c"])
    }

    @Test("A walk through three rooms is scored like a calculation by hand")
    func byHand() throws {
        var score = RoomScore()
        score.add(
            [claim(-1, "a"), claim(2, "b"), claim(3, "a"), claim(6, "b"), claim(9, "a")],
            try truth("aaaabbbbcaaa"))
        #expect(score.accuracy == 8.0 / 12)
        // a 12 / 15, b 4 / 8, c never.
        #expect(score.macroF1 == (0.8 + 0.5 + 0) / 3)
        #expect(score.changes == 3)
        #expect(score.trueChanges == 3)
        #expect(score.delays == [2, 0])
        #expect(score.medianDelay == 2)
        #expect(score.missed == 1)
    }

    @Test("Silence and wrong rooms count as errors, and only the truth's rooms are averaged")
    func unknown() throws {
        var score = RoomScore()
        score.add([claim(1, "c"), claim(2, nil), claim(3, "a")], try truth("aaaa"))
        #expect(score.accuracy == 0.25)
        // 2 · 1 / (2 · 1 + 0 + 3)
        #expect(score.macroF1 == 0.4)
        #expect(score.changes == 2)
        #expect(score.medianDelay == nil)
        #expect(score.missed == 0)
    }

    @Test("Only claims between the truth's first and last moment count")
    func border() throws {
        var score = RoomScore()
        score.add(
            [claim(-2, "a"), claim(-1, "b"), claim(0, "a"), claim(1, "b"), claim(2, "c")],
            try truth("ab"))
        #expect(score.changes == 1)
        #expect(score.delays == [0])
    }

    @Test("A change followed only after the next one is missed")
    func late() throws {
        var score = RoomScore()
        score.add([claim(0, "a"), claim(4, "b"), claim(5, "a")], try truth("aabbaaa"))
        #expect(score.delays == [1])
        #expect(score.missed == 1)
    }

    @Test("Several walks are scored together, without a change from one to the next")
    func walks() throws {
        var score = RoomScore()
        score.add([claim(0, "a")], try truth("aa"))
        score.add([claim(0, "b")], try truth("bbbc"))
        #expect(score.accuracy == 5.0 / 6)
        #expect(score.trueChanges == 1)
        #expect(score.changes == 0)
        #expect(score.missed == 1)
    }

    @Test("Position errors are interpolated, and moments without a position are not counted")
    func positions() throws {
        let table = try CSVTable(
            "time,x,y\n0,0,0\n1,0,0\n2,0,0\n3,0,0\n4,0,0\n5,0,0\n", name: "truth",
            required: ["time"])
        var score = RoomScore()
        score.add(
            [
                claim(1, nil, Position(x: 3, y: 4)), claim(2, nil, Position(x: 1, y: 0)),
                claim(3, nil, Position(x: 0, y: 2)), claim(4, nil, Position(x: 3, y: 0)),
                claim(5, nil),
            ], try Truth(table, rooms: []))
        #expect(score.errors == [5, 1, 2, 3])
        #expect(score.unplaced == 2)
        #expect(score.error(share: 0.5) == 2.5)
        #expect(abs((score.error(share: 0.9) ?? 0) - 4.4) < 1e-9)
        #expect(score.accuracy == nil)
        #expect(score.macroF1 == nil)
    }
}

/// Seconds after the epoch, or before it.
func at(_ second: Double) -> Timestamp { Timestamp(milliseconds: Int64(second * 1000)) }

extension ID: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(checked: text) }
}
