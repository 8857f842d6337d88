import Foundation
import MQTT
import Pictures
import RoostCore
import RoostFormats
import RoostStore
import Testing

@testable import RoostGateway

/// A gateway's desk and its store, without the rest: each answer is kept before the next request.
final class Gateway {
    var engine = makeEngine()
    let store: Store
    private let noun: String
    private(set) var effects: [Effect] = []
    /// What was pushed when it was due.
    private(set) var reminders: [ReminderView] = []
    private var post = ReminderPost()
    private var finder = NoteFinder()
    private var held: [Effect] = []
    private var answers = AnswerBook(at: 0)
    private var steady: Int64 { engine.now.milliseconds - start.milliseconds }

    private init(_ store: Store, _ noun: String) throws {
        self.store = store
        self.noun = noun
        var changes = Changes()
        changes.household = householdChanges
        _ = try store.commit(changes)
    }

    /// - Parameter noun: What most requests are about.
    static func with(_ noun: String, _ body: (Gateway) throws -> Void) throws {
        try withFolder { folder in
            let store = try Store(directory: folder)
            try body(try Gateway(store, noun))
            try store.close()
        }
    }

    @discardableResult
    func ask(
        _ user: ID<User>, _ verb: String, _ json: JSON, noun: String? = nil,
        asking: WaitingRequest.Asking? = nil, mark: [UInt8]? = nil
    ) throws -> JSON {
        let message = MQTTMessage(
            topic: "roost/user/\(user)/request/\(noun ?? self.noun)/\(verb)",
            payload: json.jsonBytes, qos: 1, correlationData: mark)
        let request = ReceivedRequest(
            content: Request(
                actor: .user(user), noun: noun ?? self.noun, verb: verb, id: json["id"],
                payload: RequestPayload(json.object ?? JSONObject())), message: message)
        if let earlier = answers.answer(to: request, at: steady) { return try JSON(earlier) }
        var desk = RequestDesk(engine: engine, store: store)
        desk.asking = asking
        desk.packed = Self.packed(json["photo"] ?? json["picture"])
        let data = try desk.answer(request.content).jsonBytes
        engine = desk.engine
        try commit(desk.effects, desk.changes)
        _ = answers.note(data, isRefusal: false, to: request, at: steady)
        return try JSON(data)
    }

    /// As the program does that the gateway asks.
    static func packed(_ picture: JSON?) -> PackedPicture.Outcome? {
        guard let bytes = picture?.string.flatMap({ Data(base64Encoded: $0) }) else { return nil }
        do throws(PictureError) {
            let picture = try Picture(reading: Array(bytes))
            return .success(
                PackedPicture(
                    type: picture.format.rawValue, width: picture.width, height: picture.height,
                    bytes: picture.bytes, thumbnail: picture.thumbnail))
        } catch {
            let code: RequestError.Code = error == .tooManyPixels ? .tooLarge : .wrongType
            return .failure(PackedPicture.Refusal(code: code, reason: "\(error)"))
        }
    }

    func refusal(
        _ user: ID<User>, _ verb: String, _ json: JSON, noun: String? = nil
    ) -> (code: RequestError.Code, field: String?)? {
        let error = #expect(throws: RequestError.self, "\(verb)") {
            try ask(user, verb, json, noun: noun)
        }
        return error.map { ($0.code, $0.field) }
    }

    func change(_ change: HouseholdChange) throws { try apply(.household([change])) }

    /// What happens in the turn of the next, and is written together with that.
    func hold(_ event: Event, at second: Double) {
        held += engine.apply(event, at: start.advanced(bySeconds: second))
    }

    func apply(_ event: Event, at second: Double? = nil) throws {
        let time = second.map { start.advanced(bySeconds: $0) } ?? engine.now
        try commit(engine.apply(event, at: time))
    }

    private func commit(_ new: [Effect], _ further: [DeskChange] = []) throws {
        var changes = Changes()
        for change in further {
            changes.append(change)
            if case .note(let note) = change { finder.note(note) }
        }
        enter(held + new, &changes)
        held = []
        // As the gateway does it, before anything is written.
        for event in try finder.news(store, engine) {
            enter(engine.apply(event, at: engine.now), &changes)
        }
        _ = try store.commit(changes)
    }

    private func enter(_ new: [Effect], _ changes: inout Changes) {
        for effect in new {
            switch effect {
            case .keep(let change): changes.household.append(change)
            case .spend(let change): changes.expenses.append(change)
            case .record(let fix, let device): changes.fixes.append((fix, device, engine.now))
            case .announce(let step):
                changes.transitions.append((step, OutgoingMessage(topic: "t", payload: [])))
            case .changed(.reminder(let id, let user), _):
                changes.reminders.append((user, id, engine.reminders[user]?[id]))
            default: break
            }
            post.note(effect)
            finder.note(effect)
        }
        effects += new
    }

    /// What `user` was told of.
    func alerts(_ kind: AlertKind, _ user: ID<User>) -> [Alert] {
        effects.compactMap { effect in
            guard case .alert(let alert) = effect, alert.kind == kind, alert.user == user else {
                return nil
            }
            return alert
        }
    }

    /// Lets time pass to `second`, and tells what is due.
    func wait(until second: Double) throws {
        let end = start.advanced(bySeconds: second)
        try tell()
        while let next = engine.nextDeadline, next <= end {
            try commit(engine.apply(.tick, at: max(next, engine.now)))
            try tell()
        }
        try commit(engine.apply(.tick, at: end))
        try tell()
    }

    private func tell() throws {
        while !post.isEmpty {
            for due in post.round(engine) { try tell(due) }
        }
    }

    private func tell(_ due: Reminder.Due) throws {
        if let letter = try post.letter(due, store, engine) {
            let cards = letter.card.map { [DeskChange.card($0, of: due.user)] } ?? []
            if let view = letter.view { reminders.append(view) }
            let effects = engine.apply(
                .reminders([.told(due, letter.told)]), at: engine.now)
            try commit(effects, cards)
        }
    }
}

extension JSON {
    /// The object with a member set.
    func with(_ name: String, _ value: JSON) -> JSON {
        let others = (object?.members ?? []).filter { $0.name != name }
        return .object(JSONObject(others + [.init(name: name, value: value)]))
    }
}
