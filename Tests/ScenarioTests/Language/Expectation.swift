import RoostCore

/// What a story must lead to, in the vocabulary of the topics.
enum Expectation {
    /// Exactly one such alert within the span; a `nil` member may be anything.
    case alert(ExpectedAlert)
    /// All arrivals and departures of a user, in this order.
    case moves(user: String, [Move])
    /// All rooms in which a user was for ten seconds, in this order.
    case rooms(user: String, [String])
    case presence(user: String, Whereabouts)
    case item(id: String, owner: String, ExpectedItem)
    /// What a viewer is shown of a friend; `nil` if nothing.
    case friend(viewer: String, friend: String, Whereabouts?)
    case occupancy(place: String, count: Int)
    case answer(topic: String)
}

struct ExpectedAlert {
    var user: String
    var kind: AlertKind
    var item: String?
    var friend: String?
    var node: String?
    var place: String?
    var room: String?
}

struct ExpectedItem {
    var answer: ItemTrack.Answer?
    var place: String?
    var room: String?
    var isHeard: Bool?
}

/// An arrival at a place, or a departure.
struct Move {
    var text: String
    /// When it is announced; `nil` for any time.
    var span: Span?

    static func leaves(_ place: Ground, _ span: Span? = nil) -> Move {
        Move(text: "leave \(place.id)", span: span)
    }

    static func enters(_ place: Ground, _ span: Span? = nil) -> Move {
        Move(text: "enter \(place.id)", span: span)
    }
}

/// Where presence or a friend's topic shows a person.
enum Whereabouts {
    case at(Ground)
    case inRoom(Room)
    /// In some place of that kind, without its name.
    case atSome(String)
    case heading(to: Ground)
    case travelling, unknown, offline

    /// The corresponding members of the topic, as text.
    var members: [String: String?] {
        switch self {
        case .at(let ground): ["place": ground.id]
        case .inRoom(let room): ["place": room.place, "room": room.id]
        case .atSome(let kind): ["hand": kind, "place": nil, "room": nil]
        case .heading(let ground): ["hand": "travelling", "heading_to": ground.id]
        case .travelling: ["hand": "travelling", "place": nil]
        case .unknown: ["hand": "unknown", "place": nil]
        case .offline: ["hand": "offline", "place": nil]
        }
    }

    var text: String {
        switch self {
        case .at(let ground): "at \(ground.id)"
        case .inRoom(let room): "in the \(room.id)"
        case .atSome(let kind): "at some \(kind)"
        case .heading(let ground): "heading to \(ground.id)"
        case .travelling: "travelling"
        case .unknown: "who knows where"
        case .offline: "offline"
        }
    }
}

extension Person {
    /// Gets the alert once, within the span.
    func isTold(
        _ kind: AlertKind, _ thing: Thing? = nil, of friend: Person? = nil, node: Station? = nil,
        at place: Ground? = nil, in room: Room? = nil, _ span: Span
    ) -> Line {
        let about = [thing?.id, friend?.id, node?.id, room?.id ?? place?.id].compactMap { $0 }
        return Line(
            expecting: "\(id) is told \(kind.rawValue): " + about.joined(separator: ", "), span,
            .alert(
                ExpectedAlert(
                    user: id, kind: kind, item: thing?.id, friend: friend?.id, node: node?.id,
                    place: place?.id ?? room?.place, room: room?.id)))
    }

    /// Arrives at places and leaves them in this order; without such a line, a person must not
    /// move.
    func goes(_ moves: Move...) -> Line {
        Line(
            expecting: "\(id): " + moves.map(\.text).joined(separator: ", "), "00:00"..."00:00",
            .moves(user: id, moves))
    }

    /// Is first in the first room, and then comes to the others in this order.
    func walks(to rooms: Room...) -> Line {
        Line(
            expecting: "\(id) walks to " + rooms.map(\.id).joined(separator: ", "),
            "00:00"..."00:00", .rooms(user: id, rooms.map(\.id)))
    }

    func isShown(_ whereabouts: Whereabouts, at moment: Moment) -> Line {
        Line(
            expecting: "\(id) is shown \(whereabouts.text)", moment...moment,
            .presence(user: id, whereabouts))
    }

    func sees(_ friend: Person, _ whereabouts: Whereabouts, at moment: Moment) -> Line {
        Line(
            expecting: "\(id) sees \(friend.id) \(whereabouts.text)", moment...moment,
            .friend(viewer: id, friend: friend.id, whereabouts))
    }

    func seesNothing(of friend: Person, at moment: Moment) -> Line {
        Line(
            expecting: "\(id) sees nothing of \(friend.id)", moment...moment,
            .friend(viewer: id, friend: friend.id, nil))
    }
}

extension Thing {
    /// Whether the thing is with its owner, and where it is shown.
    func isWithOwner(
        _ answer: ItemTrack.Answer, at place: Ground? = nil, in room: Room? = nil,
        isHeard: Bool? = nil, _ moment: Moment
    ) -> Line {
        let spot = (room?.id ?? place?.id).map { ", in \($0)" } ?? ""
        return Line(
            expecting: "\(id) with \(owner.id): \(answer.rawValue)" + spot, moment...moment,
            .item(
                id: id, owner: owner.id,
                ExpectedItem(
                    answer: answer, place: place?.id ?? room?.place, room: room?.id,
                    isHeard: isHeard)))
    }
}

extension Ground {
    func holds(_ count: Int, at moment: Moment) -> Line {
        Line(
            expecting: "\(count) people at \(id)", moment...moment,
            .occupancy(place: id, count: count))
    }
}
