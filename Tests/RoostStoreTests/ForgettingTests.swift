import Foundation
import GRDB
import RoostCore
import Testing

@testable import RoostStore

@Suite("Forgetting users")
struct ForgettingTests {
    /// Begins with a letter that no other note has, so that an index must hold it in full.
    private static let secret = "\u{16a0}\u{16a1}\u{16a2}"

    private func add(_ number: Int, of author: ID<User>, _ text: String, to store: Store) throws {
        // So many words that the index takes several steps.
        let words = (0..<200).map { "w\(number)x\($0)" }.joined(separator: " ")
        var changes = Changes()
        changes.notes = [
            .save(
                Note(
                    id: ID(checked: "n\(number)"), author: author, text: "\(text) \(words)",
                    anchor: .position(center), created: start, updated: start))
        ]
        _ = try store.commit(changes)
    }

    /// Whether any file of the store holds the secret.
    private func isLeft(in folder: StoreFolder) throws -> Bool {
        try FileManager.default.contentsOfDirectory(at: folder.url, includingPropertiesForKeys: nil)
            .contains { file in
                try Data(contentsOf: file).range(of: Data(Self.secret.utf8)) != nil
            }
    }

    @Test(
        "Of a deleted user's notes no word is left in the files, also after a restart",
        arguments: [false, true])
    func words(isRestarted: Bool) throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                try store.letIn(alice, bob)
                while try store.forgetWords(pages: 1) {}
                for number in 0..<40 {
                    let isHers = number.isMultiple(of: 2)
                    try add(number, of: isHers ? alice : bob, isHers ? Self.secret : "", to: store)
                }
                _ = try store.commit(Changes(household: [.deleteUser(alice)]))
                try add(40, of: bob, "Later", to: store)
                if !isRestarted {
                    while try store.forgetWords(pages: 1) {}
                    #expect(try store.emptyLogOfForgotten())
                    #expect(try !isLeft(in: folder))
                }
            }
            try folder.open { store in
                #expect(try isLeft(in: folder) == isRestarted)
                while try store.forgetWords(pages: 1) {}
                #expect(try store.emptyLogOfForgotten())
                #expect(try !isLeft(in: folder))
                var later = NoteQuery(reader: NoteReader(user: bob))
                later.text = "Later"
                #expect(try store.notes(later).hits.count == 1)
            }
        }
    }

    @Test("While somebody reads, the log is not emptied, but afterwards")
    func reading() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                try store.letIn(alice)
                while try store.forgetWords() {}
                let path = folder.url.appending(path: "roost.sqlite").path
                let reader = try DatabaseQueue(path: path)
                try reader.read { db in
                    _ = try Row.fetchOne(db, sql: "SELECT * FROM user")
                    try add(1, of: alice, "", to: store)
                    #expect(try !store.emptyLogOfForgotten())
                }
                #expect(try store.emptyLogOfForgotten())
                #expect(try Data(contentsOf: URL(filePath: path + "-wal")).count < 20_000)
            }
        }
    }
}
