/// The places of a household, with what is asked of them at each fix: who knows which of them, and
/// which of them lie in others.
struct PlaceIndex: Hashable, Sendable {
    private(set) var all: [ID<Place>: Place] = [:]
    /// Those that everybody knows, sorted by id.
    private(set) var shared: [Place] = []
    /// The same with their own among them, for the users who have such.
    private var known: [ID<User>: [Place]] = [:]
    /// The places in which each lies as a whole, the smallest first.
    private var enclosing: [ID<Place>: [ID<Place>]] = [:]
    private var outlines: [ID<Place>: Outline] = [:]

    /// What tells at once that most places lie in no other.
    private struct Outline: Hashable {
        var extent: Double
        var center: Coordinate?
        var radius: Double

        init(_ area: Area) {
            (extent, center, radius) = (area.extent, area.center, area.outerRadius)
        }

        /// Whether an area of this outline may enclose one with another centre.
        func reaches(_ other: Outline) -> Bool {
            guard let center, let point = other.center else { return true }
            return center.distance(to: point) <= radius
        }
    }

    /// The places that `user` may be told they are in, sorted by id.
    func known(to user: ID<User>) -> [Place] { known[user] ?? shared }

    /// The places of a user that are not shared, sorted by id.
    func own(of user: ID<User>) -> [Place] { known[user]?.filter { !$0.isShared } ?? [] }

    /// The places in which a place lies as a whole, the smallest first.
    func around(_ place: ID<Place>) -> [Place] {
        (enclosing[place] ?? []).compactMap { all[$0] }
    }

    /// Whether a place lies as a whole in another.
    func lies(_ inner: ID<Place>, in outer: ID<Place>) -> Bool {
        enclosing[inner]?.contains(outer) ?? false
    }

    mutating func save(_ place: Place) {
        let before = all.updateValue(place, forKey: place.id)
        if let before { unlist(before) }
        list(place)
        guard before?.area != place.area else { return }
        unnest(place.id)
        nest(place)
    }

    mutating func delete(_ id: ID<Place>) {
        guard let place = all.removeValue(forKey: id) else { return }
        unlist(place)
        unnest(id)
    }

    private mutating func list(_ place: Place) {
        if place.isShared {
            shared.insert(inOrder: place)
            for user in known.keys { known[user]?.insert(inOrder: place) }
        } else if let owner = place.owner {
            known[owner, default: shared].insert(inOrder: place)
        }
    }

    private mutating func unlist(_ place: Place) {
        if place.isShared {
            shared.removeAll { $0.id == place.id }
            for user in known.keys { known[user]?.removeAll { $0.id == place.id } }
        } else if let owner = place.owner {
            known[owner]?.removeAll { $0.id == place.id }
            if known[owner]?.allSatisfy(\.isShared) == true { known[owner] = nil }
        }
    }

    private mutating func nest(_ place: Place) {
        let own = Outline(place.area)
        outlines[place.id] = own
        enclosing[place.id] = []
        for (id, other) in all where id != place.id {
            guard let outline = outlines[id] else { continue }
            if isSmaller(place.id, than: id) {
                if outline.reaches(own), other.area.encloses(place.area) {
                    insert(id, around: place.id)
                }
            } else if own.reaches(outline), place.area.encloses(other.area) {
                insert(place.id, around: id)
            }
        }
    }

    private mutating func insert(_ outer: ID<Place>, around inner: ID<Place>) {
        let others = enclosing[inner] ?? []
        let position = others.firstIndex { isSmaller(outer, than: $0) } ?? others.endIndex
        enclosing[inner]?.insert(outer, at: position)
    }

    /// As ``Place/isSmaller(than:)``, which measures both anew.
    private func isSmaller(_ one: ID<Place>, than other: ID<Place>) -> Bool {
        (outlines[one]?.extent ?? 0, one) < (outlines[other]?.extent ?? 0, other)
    }

    private mutating func unnest(_ id: ID<Place>) {
        outlines[id] = nil
        enclosing[id] = nil
        for inner in enclosing.keys { enclosing[inner]?.removeAll { $0 == id } }
    }
}

extension [Place] {
    /// Adds a place that is not there yet to places that are sorted by id.
    fileprivate mutating func insert(inOrder place: Place) {
        insert(place, at: firstIndex { $0.id > place.id } ?? endIndex)
    }
}
