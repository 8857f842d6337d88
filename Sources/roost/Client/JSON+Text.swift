import RoostFormats

extension JSON {
    /// The member as text for people; "–" if there is none.
    func text(_ name: String) -> String {
        switch self[name] {
        case .string(let text): text
        case .number(let number): number.literal
        case .bool(let flag): flag ? "yes" : "no"
        case .array(let elements): elements.compactMap(\.string).joined(separator: ", ")
        case .null, .object, nil: "–"
        }
    }

    /// The same for several, as a row of a table.
    func texts(_ names: String...) -> [String] { names.map { text($0) } }

    /// The elements of a list; none if there is no such member.
    func list(_ name: String) -> [JSON] { self[name]?.array ?? [] }

    /// `Kitchen, Home`: the room and the place, or one of them, by name; `nil` if neither is known.
    var spotName: String? {
        let names = ["room_name", "place_name"].compactMap { self[$0]?.string }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    /// How to ask for the next page, on a line of its own; empty after the last one.
    var nextPage: String { self["next"]?.string.map { "\nmore with --after \($0)" } ?? "" }
}
