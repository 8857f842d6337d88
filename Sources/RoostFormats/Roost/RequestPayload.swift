public import RoostCore

/// The members of a request, each read as the type it must have.
///
/// `payload["name"]` is `nil` if the member is missing or `null`, so that
/// `try payload["name"]?.string()` reads an optional member and
/// `try payload.required("name").string()` a required one. Every error names the field.
public struct RequestPayload: Hashable, Sendable {
    public let object: JSONObject
    /// The path of the object in the request, such as `hours`; empty for the request itself.
    private let path: String

    public init(_ object: JSONObject = JSONObject()) {
        self.init(object, path: "")
    }

    init(_ object: JSONObject, path: String) {
        self.object = object
        self.path = path
    }

    public subscript(name: String) -> RequestField? {
        guard let value = object[name], value != .null else { return nil }
        return RequestField(name: fullName(name), value: value)
    }

    /// The member, which must be there.
    public func required(_ name: String) throws(RequestError) -> RequestField {
        guard let field = self[name] else { throw missing(name) }
        return field
    }

    /// The error for a missing required member.
    ///
    /// - Parameter reason: Why, if the name alone does not say it.
    public func missing(_ name: String, because reason: String? = nil) -> RequestError {
        let name = fullName(name)
        let text = "\(name) is missing" + (reason.map { ": \($0)" } ?? "")
        return RequestError(.missingField, text, field: name)
    }

    /// Whether the member is there and `null`, which removes its value.
    public func isNull(_ name: String) -> Bool {
        object[name] == .null
    }

    /// Refuses to remove what must have a value.
    public func refuseNull(_ names: String...) throws(RequestError) {
        if let name = names.first(where: isNull).map(fullName) {
            throw RequestError(.wrongType, "\(name) cannot be removed", field: name)
        }
    }

    /// What becomes of a value that the payload may change: `nil` if it does not name the member,
    /// so that the value stays; a field that is `nil` if the member is `null`, which removes it.
    ///
    /// `if let kind = payload.change(of: "kind") { place.kind = try kind?.choice() ?? .other }`
    public func change(of name: String) -> RequestField?? {
        if isNull(name) { return .some(nil) }
        guard let field = self[name] else { return nil }
        return .some(field)
    }

    /// A position from the members `lat` and `lon`; both or neither must be there.
    ///
    /// - Parameter known: Where it was before: one of the two may change alone.
    public func coordinate(before known: Coordinate? = nil) throws(RequestError) -> Coordinate? {
        func number(
            _ name: String, _ range: ClosedRange<Double>, _ known: Double?
        ) throws(RequestError) -> Double {
            if self[name] == nil, let known { return known }
            return try required(name).number(in: range)
        }
        guard self["lat"] != nil || self["lon"] != nil else { return nil }
        let north = try number("lat", -90...90, known?.latitude)
        let east = try number("lon", -180...180, known?.longitude)
        return Coordinate(latitude: north, longitude: east)
    }

    /// Refuses every other member: a misspelt one would otherwise be lost silently.
    ///
    /// - Parameter others: Those that each request may have, which the error does not offer.
    public func allow(only names: [String], besides others: [String] = []) throws(RequestError) {
        let known = names + others
        guard let stray = object.members.first(where: { !known.contains($0.name) }) else { return }
        let name = fullName(String(stray.name.prefix(40)))
        let offer =
            switch names.count {
            case 0: "; the request takes none but id"
            case 1: "; there is \(names[0])"
            default: "; there are \(names.joined(separator: ", "))"
            }
        throw RequestError(.outOfRange, "there is no member \(name)\(offer)", field: name)
    }

    private func fullName(_ name: String) -> String {
        path.isEmpty ? name : "\(path).\(name)"
    }
}

/// One member of a request, with its name for the error.
public struct RequestField: Hashable, Sendable {
    public let name: String
    public let value: JSON

    init(name: String, value: JSON) {
        self.name = name
        self.value = value
    }

    /// The error of a value that is no such thing: `must be a string`.
    public func wrongType(_ expectation: String) -> RequestError {
        RequestError(.wrongType, "\(name) must be \(expectation)", field: name)
    }

    /// The error of a value of the right kind that is none of these: `must be 1 to 60`.
    public func outOfRange(_ expectation: String) -> RequestError {
        RequestError(.outOfRange, "\(name) must be \(expectation)", field: name)
    }

    private func text() throws(RequestError) -> String {
        guard let text = value.string else { throw wrongType("a string") }
        return text
    }

    /// A text whose number of characters is in a range.
    public func string(
        length: ClosedRange<Int> = 1...200, mostBytes: Int = .max
    ) throws(RequestError) -> String {
        let text = try text()
        // A character is at least a byte: counting bytes first avoids walking a huge text.
        guard text.utf8.count <= length.upperBound * 64, length.contains(text.count) else {
            throw outOfRange("\(length.lowerBound) to \(length.upperBound) characters long")
        }
        guard text.utf8.count <= mostBytes else { throw outOfRange("at most \(mostBytes) bytes") }
        guard !text.utf8.contains(0) else { throw outOfRange("free of zero characters") }
        guard length.lowerBound == 0 || !text.isBlank else {
            throw outOfRange("more than blanks and invisible characters")
        }
        return text
    }

    public func id<Entity>(_: Entity.Type = Entity.self) throws(RequestError) -> ID<Entity> {
        guard let id = ID<Entity>(try text()) else {
            throw RequestError(
                .invalidID, "\(name) must be 1 to 64 of a-z, 0-9, _ and -", field: name)
        }
        return id
    }

    /// A beacon in any spelling.
    public func beacon() throws(RequestError) -> BeaconID {
        guard let beacon = BeaconID(spelling: try text()) else {
            throw RequestError(
                .invalidID,
                "\(name) must be a beacon, such as mac:aabbccddeeff, or name:keys_anna for what the "
                    + "scanners call keys_anna", field: name)
        }
        return beacon
    }

    /// One of the words of an enumeration.
    public func choice<Choice: RawRepresentable<String> & CaseIterable>(
        of _: Choice.Type = Choice.self
    ) throws(RequestError) -> Choice {
        guard let choice = Choice(rawValue: try text()) else {
            let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw outOfRange("one of \(words)")
        }
        return choice
    }

    /// A single MQTT topic, without wildcards.
    public func topic() throws(RequestError) -> String {
        let topic = try string(length: 1...200)
        let isPlain = topic.unicodeScalars.allSatisfy {
            !"+#".unicodeScalars.contains($0) && $0.properties.generalCategory != .control
                && !$0.properties.isNoncharacterCodePoint
        }
        guard isPlain else {
            throw RequestError(
                .badRequest, "\(name) must be one topic, without + and #", field: name)
        }
        return topic
    }

    public func bool() throws(RequestError) -> Bool {
        switch value {
        case .bool(let flag): return flag
        case .string("true"): return true
        case .string("false"): return false
        default: throw wrongType("true or false")
        }
    }

    public func object() throws(RequestError) -> RequestPayload {
        guard let object = value.object else { throw wrongType("an object") }
        return RequestPayload(object, path: name)
    }

    /// The elements, each named by its index: `polygon[2]`.
    public func array(count: ClosedRange<Int> = 0...1000) throws(RequestError) -> [RequestField] {
        guard let elements = value.array else { throw wrongType("an array") }
        guard count.contains(elements.count) else {
            let range = count.count == 1 ? "" : "\(count.lowerBound) to "
            throw outOfRange("\(range)\(count.upperBound) elements long")
        }
        return elements.enumerated().map { RequestField(name: "\(name)[\($0)]", value: $1) }
    }
}
