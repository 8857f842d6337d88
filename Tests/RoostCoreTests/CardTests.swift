import RoostCore
import SeededRandom
import Testing

@Suite("Cards")
struct CardTests {
    private static let start = Timestamp(milliseconds: 1_790_000_000_000)

    private static func card(_ number: Int) -> Card {
        Card(note: ID(checked: "n\(number)"))
    }

    /// Shows the next card.
    private static func show(_ cards: inout [Card], at now: Timestamp) -> Int? {
        let index = cards.indices.filter { cards[$0].isUp(at: now) }
            .min { cards[$0].precedes(cards[$1], at: now) }
        if let index { cards[index].seen = now }
        return index
    }

    @Test("Without feedback cards take turns, the one not seen for longest first")
    func turns() {
        var cards = (0..<5).map(Self.card)
        let shown = (0..<15).map {
            Self.show(&cards, at: Self.start.advanced(bySeconds: 60 * Double($0)))
        }
        #expect(shown == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4])
    }

    @Test("A known card rests twice as long each time, and a finished one is not shown")
    func rests() {
        var card = Self.card(0)
        var now = Self.start
        for days in [1, 2, 4, 8] {
            card.take(.good, at: now)
            #expect(!card.isUp(at: now.advanced(bySeconds: 86400 * Double(days) - 1)))
            now = now.advanced(bySeconds: 86400 * Double(days))
            #expect(card.isUp(at: now))
        }
        card.take(.again, at: now)
        card.take(.good, at: now)
        #expect(card.restsUntil == now.advanced(bySeconds: 86400), "it begins anew")
        for _ in 1...20 { card.take(.good, at: now) }
        #expect(card.restsUntil == now.advanced(bySeconds: 180 * 86400))
        card.take(.done, at: now)
        #expect(!card.isUp(at: now.advanced(bySeconds: 1e9)))
        card.take(.again, at: now)
        #expect(card.isUp(at: now))
    }

    @Test(
        "Each card is shown, and none twice in a row, however many are wanted more often",
        arguments: 1...20)
    func fair(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let count = Int.random(in: 2...12, using: &random)
        var cards = (0..<count).map(Self.card)
        for index in cards.indices { cards[index].isWanted = Bool.random(using: &random) }
        // All are seen once before time can pass faster for one.
        var now = Self.start
        var shown: [Int] = []
        for _ in 0..<200 {
            now = now.advanced(bySeconds: 2700)
            if let index = Self.show(&cards, at: now) { shown.append(index) }
        }
        #expect(shown.count == 200)
        for (first, second) in zip(shown, shown.dropFirst()) where count > 2 {
            #expect(first != second)
        }
        let later = shown.dropFirst(count)
        for index in 0..<count {
            let turns = later.indices.filter { shown[$0] == index }
            #expect(turns.count > 200 / (3 * count), "\(index) of \(count): \(turns.count)")
            for (first, second) in zip(turns, turns.dropFirst()) {
                #expect(second - first <= 2 * count, "\(index) waited for \(second - first)")
            }
        }
    }
}
