import MQTT
import RoostCore
import RoostFormats
import RoostStore
import Testing

@testable import RoostGateway

@Suite("Answers to requests that are delivered again")
struct AnswerBookTests {
    private static func at(_ second: Double) -> Int64 { Int64(1000 * second) }

    private static func request(
        _ path: String, _ payload: JSON = [:], by user: ID<User> = alice, mark: [UInt8]? = nil
    ) throws -> ReceivedRequest {
        let message = MQTTMessage(
            topic: "roost/user/\(user)/request/\(path)", payload: payload.jsonBytes, qos: 1,
            correlationData: mark)
        guard
            case .request(let content) = Configuration().dialects.read(
                topic: message.topic, payload: message.payload, isRetained: false)
        else { throw Refusal(.unknownTopic) }
        return ReceivedRequest(content: content, message: message)
    }

    /// Answers a request if it is new; returns whether it was.
    private static func take(
        _ request: ReceivedRequest, _ book: inout AnswerBook, at second: Double,
        isRefusal: Bool = false
    ) -> Bool {
        guard book.answer(to: request, at: at(second)) == nil else { return false }
        _ = book.note(Array("done".utf8), isRefusal: isRefusal, to: request, at: at(second))
        return true
    }

    @Test("What makes something is known by its id or its correlation data, for ten minutes")
    func known() throws {
        var book = AnswerBook(at: 0)
        let note = try Self.request("note/save", ["id": "1", "text": "Milk"])
        let marked = try Self.request("note/save", ["text": "Milk"], mark: [7])
        let nameless = try Self.request("note/save", ["text": "Milk"])
        #expect(Self.take(note, &book, at: 0) && Self.take(marked, &book, at: 1))
        #expect(!Self.take(note, &book, at: 600) && !Self.take(marked, &book, at: 600))
        for second in [2.0, 3] { #expect(Self.take(nameless, &book, at: second)) }
        #expect(book.takeOutdated(at: Self.at(600)) == [])
        #expect(book.takeOutdated(at: Self.at(600.5)).count == 1)
        #expect(Self.take(note, &book, at: 600.5) && !Self.take(note, &book, at: 602))
        #expect(book.answer(to: note, at: Self.at(602)) == Array("done".utf8))
    }

    @Test("What changes something is known just after connecting: the broker had kept it")
    func kept() throws {
        var book = AnswerBook(at: 0)
        let quiet = try Self.request("settings/save", ["id": "q", "quiet_hours": "22:00-06:00"])
        let loud = try Self.request("settings/save", ["id": "l", "quiet_hours": .null])
        // Whoever calls each of their buttons by a name may press them as often as they like.
        for second in stride(from: 0.0, to: 400, by: 2) {
            #expect(Self.take(quiet, &book, at: second) && Self.take(loud, &book, at: second + 1))
        }
        book.connected(at: Self.at(400))
        #expect(!Self.take(quiet, &book, at: 401) && !Self.take(loud, &book, at: 460))
        #expect(Self.take(quiet, &book, at: 461))
    }

    @Test("What was refused may be tried again, but what the broker had kept is refused again")
    func refused() throws {
        var book = AnswerBook(at: 0)
        let note = try Self.request("note/save", ["id": "1", "text": "Milk"])
        for second in [0.0, 1] { #expect(Self.take(note, &book, at: second, isRefusal: true)) }
        book.connected(at: Self.at(2))
        #expect(!Self.take(note, &book, at: 3))
    }

    @Test("Nothing is known of a deleted user: the next of that name is another")
    func deletedUser() throws {
        var book = AnswerBook(at: 0)
        let mine = try Self.request("note/save", ["id": "1", "text": "Milk"])
        let theirs = try Self.request("note/save", ["id": "1", "text": "Milk"], by: bob)
        #expect(Self.take(mine, &book, at: 0) && Self.take(theirs, &book, at: 1))
        book.forget(alice)
        #expect(Self.take(mine, &book, at: 2) && !Self.take(theirs, &book, at: 2))
    }

    @Test("Another content, asker or request between is another request")
    func other() throws {
        var book = AnswerBook(at: 0)
        book.connected(at: 0)
        let open = try Self.request("share/save", ["id": "1", "viewer": "bob", "level": "exact"])
        let closed = try Self.request("share/save", ["id": "1", "viewer": "bob", "level": "none"])
        let ended = try Self.request("share/delete", ["id": "1", "viewer": "bob"])
        let bobs = try Self.request(
            "share/save", ["id": "1", "viewer": "bob", "level": "exact"], by: bob)
        // Whoever calls all requests the same may do and undo something as often as they like.
        for second in stride(from: 0.0, to: 60, by: 4) {
            #expect(Self.take(open, &book, at: second))
            #expect(Self.take(closed, &book, at: second + 1))
            #expect(Self.take(open, &book, at: second + 2))
            #expect(Self.take(ended, &book, at: second + 3))
        }
        #expect(!Self.take(ended, &book, at: 60) && Self.take(bobs, &book, at: 60))
        #expect(!Self.take(ended, &book, at: 60))
    }

    @Test("What only reads, and passwords, are not remembered")
    func reading() throws {
        var book = AnswerBook(at: 0)
        for path in [
            "item/list", "history/query", "presence/why", "user/password", "expense/budget",
        ] {
            let request = try Self.request(path, ["id": "1"])
            #expect(book.note([1], isRefusal: false, to: request, at: 0) == nil)
            #expect(book.answer(to: request, at: 0) == nil, "\(path)")
        }
    }

    @Test("What was on disk counts as answered at the start, and leaves the disk ten minutes later")
    func restart() throws {
        var before = AnswerBook(at: 0)
        let requests = try (0..<3).map { number in
            try Self.request("place/delete", ["id": .string("\(number)"), "place": "home"])
        }
        let kept = requests.compactMap { before.note([1], isRefusal: false, to: $0, at: 0) }
        #expect(kept.count == 3)
        try withFolder { folder in
            var changes = Changes()
            changes.answers = kept
            let store = try Store(directory: folder)
            _ = try store.commit(changes)
            var book = AnswerBook(try store.givenAnswers(), at: Self.at(86_400))
            book.connected(at: Self.at(86_900))
            for request in requests {
                #expect(book.answer(to: request, at: Self.at(86_901)) == [1])
            }
            changes = Changes()
            changes.outdatedAnswers = book.takeOutdated(at: Self.at(87_001))
            _ = try store.commit(changes)
            #expect(try store.givenAnswers().isEmpty)

            changes = Changes()
            changes.answers = kept
            changes.household = householdChanges
            _ = try store.commit(changes)
            changes = Changes()
            changes.household = [.deleteUser(alice)]
            _ = try store.commit(changes)
            #expect(try store.givenAnswers().isEmpty)
            try store.close()
        }
    }
}
