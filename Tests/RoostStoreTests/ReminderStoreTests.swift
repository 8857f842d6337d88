// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import GRDB
import RoostCore
import SeededRandom
import Testing

@testable import RoostStore

@Suite("Stored cards and reminders")
struct ReminderStoreTests {
    private static func note(_ number: Int, of author: ID<User> = alice) -> Note {
        Note(
            id: ID(checked: "n\(number)"), author: author, text: "Note \(number)",
            anchor: .position(center), created: start, updated: start)
    }

    @Test("The next card is the same as in a scan of all cards", arguments: 1...10)
    func turns(seed: Int) throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                try store.letIn(alice, bob)
                var random = SeededRandom(seed: UInt64(seed))
                let count = Int.random(in: 1...12, using: &random)
                var changes = Changes()
                changes.notes = (0..<count).map { .save(Self.note($0)) }
                changes.notes.append(.save(Self.note(0, of: bob)))
                _ = try store.commit(changes)
                var cards = (0..<count).map { Card(note: Self.note($0).id) }
                var now = start
                for _ in 0..<60 {
                    now = now.advanced(bySeconds: Double.random(in: 60...90_000, using: &random))
                    let expected = cards.filter { $0.isUp(at: now) }
                        .min { $0.precedes($1, at: now) }
                    let next = try store.nextCard(of: alice, at: now)
                    #expect(next == expected)
                    guard let index = cards.firstIndex(where: { $0.note == next?.note }) else {
                        continue
                    }
                    cards[index].seen = now
                    if Bool.random(using: &random) {
                        let answers: [Card.Answer] = [.again, .again, .good, .good, .good, .done]
                        cards[index].take(answers.randomElement(using: &random)!, at: now)
                    }
                    var change = Changes()
                    change.cards = [(alice, cards[index])]
                    _ = try store.commit(change)
                    let kept = try store.card(of: cards[index].note, by: alice)
                    #expect(kept == cards[index])
                }
                #expect(try store.card(of: ID(checked: "n0"), by: bob)?.seen == nil)
            }
        }
    }

    @Test("Each note of an earlier version gets a card, which is deleted with the note")
    func earlierVersion() throws {
        try StoreFolder.with { folder in
            try folder.keep(asOf: "waiting") { db in
                try db.execute(
                    sql: """
                        INSERT INTO user VALUES ('alice', 'Alice', 0, '[]', '[]', '{}');
                        INSERT INTO note (id, author, visibility, latitude, longitude, created, updated,
                            revision, folded, text)
                        VALUES ('old', 'alice', 'private', 1, 2, 3, 4, 1, 'old', 'Old');
                        INSERT INTO outbox (topic, payload) VALUES ('a', x'');
                        """)
            }
            try folder.open { store in
                let card = try #require(try store.nextCard(of: alice, at: start))
                #expect(card == Card(note: ID(checked: "old")))
                #expect(try store.outbox().map(\.message.expires) == [nil])
                var changes = Changes()
                let note = try #require(try store.note(card.note, of: alice))
                changes.notes = [.delete(note), .save(Self.note(1))]
                changes.cards = [(alice, card)]
                _ = try store.commit(changes)
                #expect(try store.card(of: card.note, by: alice) == nil)
                #expect(try store.nextCard(of: alice, at: start)?.note.rawValue == "n1")
            }
        }
    }

    @Test("A message's expiry is stored with it")
    func expiry() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                var changes = Changes()
                changes.messages = [
                    OutgoingMessage(topic: "a", payload: [1], expires: start), message("b"),
                ]
                _ = try store.commit(changes)
            }
            let kept = try folder.open { try $0.outbox() }
            #expect(kept.map(\.message.expires) == [start, nil])
        }
    }
}
