public import RoostFormats

/// What a look at one part of Roost found, and what to do about it.
public struct Finding: Hashable, Sendable {
    public var part: Part
    public var level: Level
    public var text: String
    /// What to do next; `nil` if nothing is wrong, or the text says it.
    public var advice: String?

    /// In the order in which one thing depends on another.
    public enum Part: String, Sendable {
        case settings, data, broker, gateway, places, nodes, people, items
    }

    public enum Level: String, Sendable {
        case ok
        /// Roost works, but tells less, or later, than it could.
        case warning
        /// Something does not work.
        case error
    }

    public init(_ part: Part, _ level: Level, _ text: String, advice: String? = nil) {
        self.part = part
        self.level = level
        self.text = text
        self.advice = advice
    }
}

extension Finding: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("part", part.rawValue)
            json.member("level", level.rawValue)
            json.member("text", text)
            json.nullable("advice", advice)
        }
    }
}
