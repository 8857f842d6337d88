public import RoostCore
public import RoostFormats
import RoostStore

/// Computes what the gateway would have published for a recording.
///
/// It uses the same dialects, the same engine and the same rules of publishing, with no broker, no
/// disk and no clock: the only time is that of the recorded messages. The same recording gives the
/// same bytes.
public struct Replay {
    private var dialects: Dialects
    private var resolver = SightingResolver()
    private let topics: Topics
    private let createsUsers: Bool
    private var engine: Engine
    private var ledger: Ledger
    private var publications: Publications
    private var regionPost: RegionPost
    private var now: Timestamp?
    /// Whether the gateway in the recording was away.
    private var isAway = false
    /// Transitions and alerts already announced: the store would not announce them again.
    private var announced: Set<String> = []
    /// The topics under which a state was published.
    private var retained: Set<String> = []
    /// What `take` or `finish` has gathered so far; nothing between two calls.
    private var published: [RecordedMessage] = []

    /// Time that passes after the last message for pending effects, in seconds.
    private static let aftermath = 10.0

    public init(configuration: Configuration, household: Household) {
        var household = household
        // The recording is older than the household, whose shares hold all through it.
        for var share in household.shares.values.flatMap(\.values) {
            share.since = nil
            household.apply(.saveShare(share))
        }
        dialects = configuration.dialects
        dialects.doors = household.doors
        topics = configuration.topics
        createsUsers = configuration.createsUsers
        engine = Engine(
            household: household, settings: configuration.belief,
            createsUsers: configuration.createsUsers)
        engine.learnZones()
        ledger = Ledger(topics: topics, at: .epoch)
        publications = Publications(
            topics: topics, isDiscovered: configuration.isDiscovered)
        // Phones are taken to have what they would have been given before.
        regionPost = RegionPost(household)
        _ = regionPost.parcels(household) { [topics] in topics.commands($0) != nil }
    }

    /// Takes a recorded message; returns what is published up to then and because of it.
    public mutating func take(_ message: RecordedMessage) -> [RecordedMessage] {
        // A recording that goes back in time was merged: its time never runs backwards here.
        let time = max(message.time, now ?? message.time)
        if now == nil {
            note(engine.apply(.listening, at: time))
        }
        pass(until: time)
        now = time
        if message.topic == topics.gatewayStatus, !message.isRetained {
            note(gateway: String(decoding: message.payload, as: UTF8.self), at: time)
        }
        let incoming = dialects.read(
            topic: message.topic, payload: message.payload, isRetained: message.isRetained)
        for event in resolver.resolve(incoming.events, by: engine.household.keys) {
            note(engine.apply(event, at: time))
        }
        switch incoming {
        case .request(let request): answer(request)
        case .birth: publications.sayAllAgain(engine)
        case .refused(let refusal), .partly(_, let refusal):
            if let request = refusal.request {
                respond(to: request, Response.error(id: request.id, RequestError(refusal)))
            }
        case .events, .ignored: break
        }
        publish(at: time)
        return takePublished()
    }

    /// Ends the recording; returns what is published in the moments after it.
    public mutating func finish() -> [RecordedMessage] {
        guard let now else { return [] }
        pass(until: now.advanced(bySeconds: Self.aftermath))
        return takePublished()
    }

    private mutating func takePublished() -> [RecordedMessage] {
        defer { published = [] }
        return published
    }

    /// The recorded gateway came or went; the beliefs stay.
    private mutating func note(gateway status: String, at time: Timestamp) {
        guard isAway != (status == "offline") else { return }
        isAway.toggle()
        if isAway { return note(engine.apply(.interrupted, at: time)) }
        engine = engine.restarted(createsUsers: createsUsers)
        note(engine.apply(.listening, at: time))
        publications.sayAllAgain(engine)
    }

    /// Lets time pass: deadlines and details are handled at their own moments, in order.
    private mutating func pass(until end: Timestamp) {
        while let next = [engine.nextDeadline, publications.nextDue].compactMap({ $0 }).min(),
            next <= end
        {
            let moment = max(next, now ?? next)
            now = moment
            while let deadline = engine.nextDeadline, deadline <= moment {
                note(engine.apply(.tick, at: moment))
            }
            publish(at: moment)
        }
    }

    private mutating func note(_ effects: [Effect]) {
        for effect in effects {
            ledger.enter(effect, at: engine.now)
            publications.note(effect, at: engine.now)
            regionPost.note(effect, users: engine.household.users.keys.sorted())
            switch effect {
            case .keep(.saveNode), .keep(.deleteNode): dialects.doors = engine.household.doors
            default: break
            }
        }
    }

    private mutating func answer(_ request: Request) {
        let moment = now ?? engine.now
        repeat {
            note(engine.apply(.tick, at: moment))
        } while engine.nextDeadline.map { $0 <= moment } ?? false
        var desk = RequestDesk(engine: engine, store: nil)
        let response: [UInt8]
        do throws(RequestError) {
            let data = try desk.answer(request)
            engine = desk.engine
            note(desk.effects)
            response = Response.ok(id: request.id, data: data)
        } catch {
            response = Response.error(id: request.id, error)
        }
        respond(to: request, response)
    }

    private mutating func respond(to request: Request, _ response: [UInt8]) {
        ledger.send(.init(topic: topics.response(to: request), payload: response))
    }

    private mutating func publish(at time: Timestamp) {
        regionPost.deliver(engine, topics, to: &ledger)
        let changes = ledger.close(engine, at: time)
        var events = changes.transitions.filter { announced.insert($0.transition.id).inserted }
            .compactMap(\.message)
        events += changes.alerts.filter { announced.insert($0.alert.id).inserted }
            .flatMap(\.messages)
        published += (events + changes.messages).map {
            RecordedMessage(time: time, topic: $0.topic, payload: $0.payload, isRetained: false)
        }
        let states =
            publications.due(engine, at: time)
            + publications.clearLeftovers(engine) { [retained] in retained }
        retained.formUnion(states.map(\.topic))
        published += states.map {
            RecordedMessage(time: time, topic: $0.topic, payload: $0.payload, isRetained: true)
        }
    }
}

extension Engine {
    /// The engine that a restarted gateway makes of this one's state.
    fileprivate func restarted(createsUsers: Bool) -> Engine {
        var engine = Engine(
            household: household, memory: memory, settings: settings, createsUsers: createsUsers)
        engine.zones = zones
        return engine
    }
}
