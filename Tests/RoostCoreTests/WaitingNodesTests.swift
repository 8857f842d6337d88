import Testing

@testable import RoostCore

@Suite("Which nodes are waited for")
struct WaitingNodesTests {
    private static let (one, other): (ID<Node>, ID<Node>) = (ID(checked: "n1"), ID(checked: "n2"))

    private static func time(_ second: Double) -> Timestamp {
        House.start.advanced(bySeconds: second)
    }

    /// What of n1 arrives at 100, in seconds; n2 heard something at 41, and spoke at that time.
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var newest: Double
        var before = 40.0
        var toldBefore = 40.0
        var otherSpoke = 41.0
        /// Up to when the nodes were read, and until when that holds.
        var readUntil: Double
        var due: Double
    }

    @Test(
        "Only what was cut off together, and sends what it heard meanwhile, is waited for",
        arguments: [
            Case(testDescription: "a queue", newest: 50, readUntil: 41, due: 160),
            Case(
                testDescription: "the other went on", newest: 50, otherSpoke: 97, readUntil: 50,
                due: 102),
            Case(testDescription: "nothing newer", newest: 40, readUntil: 100, due: 100),
            Case(
                testDescription: "a clock that is late", newest: 90, before: 89, toldBefore: 99,
                readUntil: 100, due: 100),
            Case(testDescription: "not late", newest: 96, readUntil: 100, due: 100),
        ])
    func opening(_ story: Case) {
        var backlog = Backlog()
        let word = Backlog.Word(
            newest: Self.time(story.newest), before: Self.time(story.before),
            toldBefore: Self.time(story.toldBefore))
        let other = (Self.other, Self.time(41), Self.time(story.otherSpoke))
        backlog.note(word, of: Self.one, others: [other], at: Self.time(100))
        #expect(backlog.readUntil(at: Self.time(100)) == Self.time(story.readUntil))
        #expect(backlog.isOver(at: Self.time(story.due)))
        if story.due > 100 { #expect(!backlog.isOver(at: Self.time(story.due - 0.1))) }
    }

    @Test("After a night nobody is waited for longer than two minutes, nor who says how it is")
    func ending() {
        func opened() -> Backlog {
            var backlog = Backlog()
            let word = Backlog.Word(
                newest: Self.time(50_000), before: Self.time(40), toldBefore: Self.time(40))
            let other = (Self.other, Self.time(41), Self.time(41))
            backlog.note(word, of: Self.one, others: [other], at: Self.time(60_000))
            return backlog
        }
        #expect(!opened().isOver(at: Self.time(60_119)))
        #expect(opened().isOver(at: Self.time(60_120)))
        var told = opened()
        told.noteStatus(of: Self.other, at: Self.time(60_010))
        #expect(told.isOver(at: Self.time(60_012)))
    }

    @Test("A node that never catches up is not waited for after that")
    func late() {
        var backlog = Backlog()
        var before = 40.0
        for second in stride(from: 100.0, to: 300, by: 1) {
            let word = Backlog.Word(
                newest: Self.time(second - 50), before: Self.time(before),
                toldBefore: Self.time(second == 100 ? 40 : second - 1))
            backlog.note(word, of: Self.one, others: [], at: Self.time(second))
            before = second - 50
            #expect(backlog.isOver(at: Self.time(second)) == (second >= 160), "\(second)")
        }
    }
}
