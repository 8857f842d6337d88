import MQTT
import RoostCore
import RoostFormats
import RoostStore
import Testing

@testable import RoostGateway

@Suite("Answers to requests that are delivered again")
struct AnswerBookTests {
    private static func at(_ second: Double) -> Timestamp { start.advanced(bySeconds: second) }

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
        _ request: ReceivedRequest, _ book: inout AnswerBook, at second: Double
    ) -> Bool {
        guard book.answer(to: request, at: at(second)) == nil else { return false }
        _ = book.note(Array("done".utf8), to: request, at: at(second))
        return true
    }

    @Test("A request is known by its id or its correlation data, for ten minutes")
    func known() throws {
        var book = AnswerBook(at: start)
        let deletion = try Self.request("item/delete", ["id": "1", "item": "keys"])
        let marked = try Self.request("item/delete", ["item": "keys"], mark: [7])
        let nameless = try Self.request("item/delete", ["item": "keys"])
        #expect(Self.take(deletion, &book, at: 0) && Self.take(marked, &book, at: 1))
        #expect(!Self.take(deletion, &book, at: 600) && !Self.take(marked, &book, at: 600))
        for second in [2.0, 3] { #expect(Self.take(nameless, &book, at: second)) }
        #expect(book.takeOutdated(at: Self.at(600)) == [])
        #expect(book.takeOutdated(at: Self.at(601)).count == 1)
        #expect(Self.take(deletion, &book, at: 601.5))
        #expect(try #require(book.answer(to: deletion, at: Self.at(602))) == Array("done".utf8))
    }

    @Test("Another content, asker or request between is another request")
    func other() throws {
        var book = AnswerBook(at: start)
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
        #expect(!Self.take(ended, &book, at: 61))
    }

    @Test("What only reads, and passwords, are not remembered")
    func reading() throws {
        var book = AnswerBook(at: start)
        for path in ["item/list", "history/query", "presence/why", "user/password"] {
            let request = try Self.request(path, ["id": "1"])
            #expect(book.note([1], to: request, at: start) == nil)
            #expect(book.answer(to: request, at: start) == nil, "\(path)")
        }
    }

    @Test("What was on disk counts as answered at the start, and leaves the disk ten minutes later")
    func restart() throws {
        var before = AnswerBook(at: start)
        let requests = try (0..<3).map { number in
            try Self.request("place/delete", ["id": .string("\(number)"), "place": "home"])
        }
        let kept = requests.compactMap { before.note([1], to: $0, at: start) }
        #expect(kept.count == 3)
        try withFolder { folder in
            var changes = Changes()
            changes.answers = kept
            let store = try Store(directory: folder)
            _ = try store.commit(changes)
            var book = AnswerBook(try store.givenAnswers(), at: Self.at(86_400))
            for request in requests {
                #expect(book.answer(to: request, at: Self.at(86_900)) == [1])
            }
            changes = Changes()
            changes.outdatedAnswers = book.takeOutdated(at: Self.at(87_001))
            _ = try store.commit(changes)
            #expect(try store.givenAnswers().isEmpty)
            try store.close()
        }
    }
}
