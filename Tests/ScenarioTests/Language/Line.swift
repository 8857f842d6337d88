import RoostCore
import RoostFormats

/// One line of a story: what happens, or what is expected.
struct Line {
    /// For the timeline of a failed story.
    var text: String
    var span: Span
    var content: Content

    enum Content {
        /// Published messages.
        case said([Message])
        /// What the nodes of a world hear.
        case heard((World) -> [Heard])
        /// Nodes without power or radio, and the broker's messages about them.
        case down([Station], says: [Message])
        /// The gateway or the broker is away.
        case away
        /// The story continues until then, although nothing more happens.
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
    /// Whether the broker queues it while the gateway is away; otherwise it is lost.
    var isQueued = true
    /// Whether the broker retains it, and delivers it to new subscribers.
    var isKept = false
    /// Whether this is such a delivery.
    var isRetained = false

    /// The payload, whose times depend on the story's date.
    typealias Payload = (Calendar) -> [UInt8]

    static func text(_ text: String) -> Payload { { _ in Array(text.utf8) } }
}

/// One node's sighting of one beacon.
struct Heard {
    /// When the node reports it.
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

/// Lets the story continue until then.
func quiet(until moment: Moment) -> Line { Line("nothing more happens", moment...moment, .quiet) }

extension Line {
    /// When something begins to happen; `nil` for an expectation.
    var tellsFrom: Moment? {
        if case .expected = content { nil } else { span.lowerBound }
    }

    /// One event after another.
    func followed(by line: Line) -> Line {
        guard case .said(let first) = content, case .said(let second) = line.content else {
            preconditionFailure("only what is said can follow")
        }
        return Line(
            "\(text), then \(line.text)", span.lowerBound...line.span.upperBound,
            .said(first + second))
    }
}

/// Publishes an arbitrary message.
func published(_ topic: String, _ text: String, at moment: Moment) -> Line {
    Line(
        "\(topic) \(text)", moment...moment,
        .said([Message(moment: moment, topic: topic, payload: Message.text(text))]))
}
