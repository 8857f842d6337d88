// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import Logging
import RoostCore
import RoostFormats
import RoostStore
import RoostWeb
import Testing

@testable import RoostGateway

@Suite("Passwords and sessions")
struct AccountTests {
    @Test("A password matches only its own hash, and two hashes of it differ")
    func passwords() throws {
        let first = try #require(Password.hash("ä secret"))
        let second = try #require(Password.hash("ä secret"))
        #expect(first != second)
        #expect(!first.contains("secret"))
        for hash in [first, second] {
            #expect(Password.isRight("ä secret", for: hash))
            // As some terminals put it together.
            #expect(Password.isRight("a\u{308} secret", for: hash))
            for other in ["", "ä secre", "ä secret ", "Ä secret", hash] {
                #expect(!Password.isRight(other, for: hash))
            }
        }
        #expect(!Password.isRight("ä secret", for: "damaged"))
    }

    private static let hashes = ["alice": "hash of alice", "bob": "hash of bob"]

    private func read(_ token: String) -> SessionToken? {
        SessionToken(token) { Self.hashes[$0.rawValue] }
    }

    @Test("A session token is read back as it was sealed, and a forged one is rejected")
    func tokens() throws {
        let session = SessionToken(
            user: ID(checked: "alice"), until: Timestamp(milliseconds: 1_790_000_000_000))
        let token = session.sealed(with: "hash of alice")
        #expect(read(token) == session)
        // Whatever is changed in it.
        for index in token.indices {
            for character in "0a.-bz" where character != token[index] {
                var forged = token
                forged.replaceSubrange(index...index, with: [character])
                #expect(read(forged) == nil, "\(forged)")
            }
        }
        for forged in ["", ".", "..", token + ".", token + "0", "bob" + token.dropFirst(5)] {
            #expect(read(forged) == nil, "\(forged)")
        }
        #expect(read(token.replacing("alice", with: "carol")) == nil)
        #expect(read(session.sealed(with: "hash of bob")) == nil)
        #expect(SessionToken(token) { _ in "another hash" } == nil)
    }

    @Test("A session ends with a new password, the user's deletion, or its expiry")
    func ends() async throws {
        try await withAccounts { store, accounts in
            func token(_ password: String) async -> String? {
                guard case .done(let token) = await accounts.signIn("alice", password) else {
                    return nil
                }
                return token
            }
            let first = try #require(await token("a good secret"))
            #expect(accounts.user(showing: first)?.rawValue == "alice")
            let over = SessionToken(
                user: ID(checked: "alice"), until: Timestamp(milliseconds: 1_700_000_000_000))
            #expect(accounts.user(showing: over.sealed(with: Self.hash)) == nil)

            var changes = Changes()
            changes.passwords = [(ID(checked: "alice"), Password.hash("the next one"))]
            _ = try store.commit(changes)
            #expect(accounts.user(showing: first) == nil)
            #expect(await token("a good secret") == nil)
            let second = try #require(await token("the next one"))

            changes = Changes()
            changes.household = [.deleteUser(ID(checked: "alice"))]
            _ = try store.commit(changes)
            #expect(accounts.user(showing: second) == nil)
            // The next of that name has no password.
            changes.household = [.saveUser(User(id: ID(checked: "alice"), name: "Another"))]
            _ = try store.commit(changes)
            #expect(accounts.user(showing: second) == nil)
            #expect(await token("the next one") == nil)
        }
    }

    @Test("Repeated wrong passwords delay only that user's sign-in, until the password changes")
    func guessing() async throws {
        try await withAccounts { store, accounts in
            for _ in 1...5 {
                #expect(await accounts.signIn("alice", "a guess") == .refused)
            }
            guard case .wait(let seconds) = await accounts.signIn("alice", "a good secret") else {
                Issue.record("it may go on")
                return
            }
            #expect((1...60).contains(seconds))
            guard case .done = await accounts.signIn("bob", "a good secret") else {
                Issue.record("bob has to wait too")
                return
            }
            var changes = Changes()
            changes.passwords = [(ID(checked: "alice"), Password.hash("the next one"))]
            _ = try store.commit(changes)
            guard case .done = await accounts.signIn("alice", "the next one") else {
                Issue.record("the new password does not help")
                return
            }
            for nobody in ["carol", "", "Alice", "alice/bob"] {
                for _ in 1...6 { #expect(await accounts.signIn(nobody, "a guess") == .refused) }
            }
        }
    }

    @Test("Neither a password nor its hash appears in responses, exports or lists")
    func secrecy() throws {
        var desk = RequestDesk(engine: makeEngine(), store: nil)
        func ask(_ noun: String, _ verb: String, _ payload: JSON) throws -> String {
            let request = Request(
                actor: .admin, noun: noun, verb: verb,
                payload: RequestPayload(payload.object ?? JSONObject()))
            return String(decoding: try desk.answer(request).jsonBytes, as: UTF8.self)
        }
        let password: JSON = ["user": "alice", "password": "a good secret"]
        #expect(try ask("user", "password", password) == #"{"user":"alice"}"#)
        var hashes: [String] = []
        for case .passwordHash(let hash?, _) in desk.changes { hashes.append(hash) }
        let hash = try #require(hashes.last)
        #expect(Password.isRight("a good secret", for: hash))
        for answer in [try ask("household", "export", [:]), try ask("user", "list", [:])] {
            #expect(!answer.contains("secret") && !answer.contains("argon2"))
        }
    }

    // MARK: Accounts

    private static let hash = Password.hash("a good secret")!

    private func withAccounts(
        _ body: (Store, Accounts) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "roost-accounts-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }  // What stays is in /tmp.
        let store = try Store(directory: folder)
        var changes = Changes()
        for name in ["alice", "bob", "carol"] {
            changes.household.append(.saveUser(User(id: ID(checked: name), name: name)))
        }
        changes.passwords = ["alice", "bob"].map { (ID(checked: $0), Self.hash) }
        _ = try store.commit(changes)
        try await body(
            store,
            Accounts(
                store: store, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        try store.close()
    }
}
