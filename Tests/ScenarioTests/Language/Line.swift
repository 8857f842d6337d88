import RoostCore
import RoostFormats

/// One line of a story: what happens, or what is expected.
struct Line {
    /// For the timeline of a story that went otherwise.
    var text: String
    var span: Span
    var content: Content

    enum Content {
        /// Messages as somebody publishes them.
        case said([Message])
        /// What the nodes of a world hear.
        case heard((World) -> [Heard])
        /// Nodes that are without power or radio, and what the broker says of them.
        case down([Station], says: [Message])
        /// The gateway, or the broker, is not there.
        case away
        /// The story goes on until then, though nothing more happens.
        case quiet
        case expected(Expectation)
    }

    init(_ text: String, _ span: Span, _ content: Content) {
        self.text = text
        self.span = span
        self.content = content
    }

    init(expecting text: String, _ span: Span, _ expectation: Expectation) {
        self.init(text, span, .expected(expectation))
    }
}

/// One message on its way to the gateway.
struct Message {
    var moment: Moment
    var topic: String
    var payload: Payload
    /// Queued by the broker while the gateway is away; else lost.
    var isQueued = true
    /// Kept by the broker, and delivered again to who subscribes.
    var isKept = false
    /// Whether this is such a delivery.
    var isRetained = false

    /// The time that a payload names is known when the story's date is.
    typealias Payload = (Calendar) -> [UInt8]

    static func text(_ text: String) -> Payload { { _ in Array(text.utf8) } }
}

/// One node heard one beacon.
struct Heard {
    /// When the node says it.
    var moment: Moment
    /// When it was heard, by the node's own clock.
    var claimed: Moment
    var station: String
    var beacon: BeaconID
    var rssi: Double
    var battery: Int?
}

@resultBuilder
enum StoryBuilder {
    static func buildExpression(_ line: Line) -> [Line] { [line] }
    static func buildExpression(_ lines: [Line]) -> [Line] { lines }
    static func buildBlock(_ parts: [Line]...) -> [Line] { parts.flatMap { $0 } }
    static func buildArray(_ parts: [[Line]]) -> [Line] { parts.flatMap { $0 } }
}

/// The story goes on until then.
func quiet(until moment: Moment) -> Line { Line("nothing more happens", moment...moment, .quiet) }

extension Line {
    /// When something begins to happen; `nil` for what is only expected.
    var tellsFrom: Moment? {
        if case .expected = content { nil } else { span.lowerBound }
    }

    /// One thing that happens after another.
    func followed(by line: Line) -> Line {
        guard case .said(let first) = content, case .said(let second) = line.content else {
            preconditionFailure("only what is said can follow")
        }
        return Line(
            "\(text), then \(line.text)", span.lowerBound...line.span.upperBound,
            .said(first + second))
    }
}

/// Somebody publishes something of their own.
func published(_ topic: String, _ text: String, at moment: Moment) -> Line {
    Line(
        "\(topic) \(text)", moment...moment,
        .said([Message(moment: moment, topic: topic, payload: Message.text(text))]))
}
