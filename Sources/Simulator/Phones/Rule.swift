public import RoostCore

/// A rule for deriving a person's place from fixes.
public enum Rule: String, CaseIterable, Sendable {
    /// A fix is inside if it is within the circle.
    case raw = "point in area"
    /// The same, but a fix worse than 100 m is ignored.
    case gated = "accuracy gate"
    /// The same, but it takes two in a row to change.
    case twoInARow = "two in a row"
    case roost = "roost"
    /// The visits of Roost's history, once all fixes are known.
    case history = "roost, history"

    /// The stays in places by the rule.
    public func claims(_ messages: [Phone.Message], in town: Town) -> [Claim] {
        switch self {
        case .raw: Self.simple(messages, in: town, gate: .infinity, needed: 1)
        case .gated: Self.simple(messages, in: town, gate: 100, needed: 1)
        case .twoInARow: Self.simple(messages, in: town, gate: 100, needed: 2)
        case .roost: Self.live(messages, in: town)
        case .history: Self.past(messages, in: town)
        }
    }

    private static func simple(
        _ messages: [Phone.Message], in town: Town, gate: Double, needed: Int
    ) -> [Claim] {
        var claims = Claims()
        var (candidate, count) = (ID<Place>?.none, 0)
        var newest: Timestamp?
        for fix in messages.map(\.fix) where fix.accuracy ?? 0 <= gate {
            if let newest, fix.time <= newest { continue }
            newest = fix.time
            let inside = town.places.filter { $0.area.signedDistance(to: fix.coordinate) <= 0 }
                .min { $0.area.extent < $1.area.extent }?.id
            count = inside == candidate ? count + 1 : 1
            candidate = inside
            if count >= needed { claims.note(inside, at: fix.time) }
        }
        return claims.all
    }

    /// Through the whole engine, tick by tick.
    private static func live(_ messages: [Phone.Message], in town: Town) -> [Claim] {
        guard let user = ID<User>("anna"), let device = Device("phone") else { return [] }
        var engine = Engine()
        var claims = Claims()
        let start = messages.first?.arrival ?? Timestamp(milliseconds: 0)
        _ = engine.apply(.listening, at: start)
        let household =
            [.saveUser(User(id: user, name: "Anna"))] + town.places.map(HouseholdChange.savePlace)
        _ = engine.apply(.household(household), at: start)
        func note(_ effects: [Effect]) {
            for case .announce(let step) in effects where step.room == nil {
                claims.note(step.isEntering ? step.place : nil, at: step.time)
            }
            // The engine does not announce the place of a user whom it meets for the first time.
            if claims.all.isEmpty, let place = engine.presence(of: user)?.place {
                claims.note(place, at: engine.now)
            }
        }
        for message in messages {
            while let next = engine.nextDeadline, next <= message.arrival {
                note(engine.apply(.tick, at: max(next, engine.now)))
            }
            let key = DeviceKey(user: user, device: device)
            note(engine.apply(.fix(message.fix, of: key), at: message.arrival))
        }
        return claims.all
    }

    private static func past(_ messages: [Phone.Message], in town: Town) -> [Claim] {
        guard let device = Device("phone") else { return [] }
        return visits(
            fixes: messages.map { (device, $0.fix) }, transitions: [], places: town.places,
            until: .distantFuture
        ).map { Claim(place: $0.place, from: $0.arrived, to: $0.left) }
    }
}

/// A stay in a place, as claimed by a rule.
public struct Claim: Hashable, Sendable {
    public var place: ID<Place>
    public var from: Timestamp
    /// `nil` if it still holds.
    public var to: Timestamp?
}

private struct Claims {
    var all: [Claim] = []

    mutating func note(_ place: ID<Place>?, at time: Timestamp) {
        if let last = all.indices.last, all[last].to == nil {
            guard all[last].place != place else { return }
            all[last].to = max(time, all[last].from)
        }
        if let place { all.append(Claim(place: place, from: time, to: nil)) }
    }
}
