import RoostCore
import RoostFormats
import RoostGateway
import Testing

/// Plays a day and judges the outcome.
///
/// Except for what the story expects, no alert, arrival or departure may occur.
func story(
    in world: World = .family, on date: String = "2026-06-15",
    sourceLocation: SourceLocation = #_sourceLocation, @StoryBuilder _ lines: () -> [Line]
) throws {
    let telling = try Telling(lines(), in: world, on: date)
    guard !telling.failures.isEmpty else { return }
    let name = Test.current?.displayName ?? Test.current?.name ?? "a story"
    let report =
        [name, ""] + Timeline(lines: telling.lines, outcome: telling.outcome).rows + [""]
        + telling.failures.map { "✗ \($0)" }
    Issue.record(Comment(rawValue: report.joined(separator: "\n")), sourceLocation: sourceLocation)
}

/// A day played to the gateway's replay, message by message, and its publications.
struct Telling {
    let lines: [Line]
    let outcome: Outcome

    init(_ lines: [Line], in world: World = .family, on date: String = "2026-06-15") throws {
        self.lines = lines
        let calendar = Calendar(date: date)
        var configuration = Configuration()
        configuration.autoCreate = false
        var replay = Replay(configuration: configuration, household: try world.household())
        var published: [RecordedMessage] = []
        for message in Script(lines: lines, world: world).messages {
            published += replay.take(
                RecordedMessage(
                    time: calendar.time(message.moment), topic: message.topic,
                    payload: message.payload(calendar), isRetained: message.isRetained))
        }
        outcome = Outcome(published + replay.finish(), calendar)
    }

    /// The deviations from the story.
    var failures: [String] { Judgement(outcome: outcome, lines: lines).failures }
}

/// The messages of a story, in the order in which they reach the gateway.
struct Script {
    let lines: [Line]
    let world: World

    var messages: [Message] {
        let begin = (lines.compactMap(\.tellsFrom).min() ?? "00:00") + -10
        let end = lines.map(\.span.upperBound).max() ?? begin
        let greetings = world.stations.map { station -> Message in
            var message = station.status("online", at: begin)
            message.isRetained = true
            return message
        }
        var messages = greetings + said + batches
        // Messages of one moment come in the order of the story.
        messages = messages.enumerated()
            .sorted { ($0.element.moment, $0.offset) < ($1.element.moment, $1.offset) }
            .map(\.element)
        for line in lines {
            if case .away = line.content { messages = Self.interrupt(messages, during: line.span) }
        }
        // A final message without content: until then, time passes.
        let last = Message(
            moment: end + 1, topic: "roost/gateway/health", payload: Message.text("{}"))
        return messages + [last]
    }

    private var said: [Message] {
        lines.flatMap { line -> [Message] in
            switch line.content {
            case .said(let messages), .down(_, let messages): messages
            default: []
            }
        }
    }

    /// What the nodes hear, one message per node and second.
    private var batches: [Message] {
        let heard = lines.flatMap { line -> [Heard] in
            if case .heard(let hear) = line.content { hear(world) } else { [] }
        }
        let audible = heard.filter { sighting in
            !lines.contains { line in
                guard case .down(let stations, _) = line.content else { return false }
                return line.span.contains(sighting.moment)
                    && stations.contains { $0.id == sighting.station }
            }
        }
        let batches = Dictionary(grouping: audible) { "\($0.station) \(Int($0.moment.seconds))" }
        return batches.sorted { $0.key < $1.key }.map { Self.message($0.value) }
    }

    private static func message(_ batch: [Heard]) -> Message {
        let moment = batch.map(\.moment).max() ?? "00:00"
        let sent = batch.map(\.claimed).max() ?? moment
        return Message(
            moment: moment, topic: "roost/node/\(batch[0].station)/sightings",
            payload: { calendar in
                var json = JSONWriter()
                json.object { json in
                    json.member("sent", calendar.time(sent))
                    json.member("sightings") { json in
                        json.array { json in
                            for heard in batch { json.value(heard.sighting(calendar)) }
                        }
                    }
                }
                return json.bytes
            }, isQueued: false)
    }

    /// Takes the gateway away from the broker: afterwards come queued messages, then retained ones.
    private static func interrupt(_ messages: [Message], during span: Span) -> [Message] {
        let before = messages.filter { $0.moment < span.lowerBound }
        let after = messages.filter { $0.moment > span.upperBound }
        func gateway(_ word: String, at moment: Moment) -> Message {
            Message(moment: moment, topic: "roost/gateway/status", payload: Message.text(word))
        }
        func late(_ message: Message, isRetained: Bool) -> Message {
            var message = message
            message.moment = span.upperBound
            message.isRetained = isRetained
            return message
        }
        let missed = messages.filter { span.contains($0.moment) && $0.isQueued }
        let kept = Dictionary(grouping: (before + missed).filter(\.isKept), by: \.topic)
            .sorted { $0.key < $1.key }.compactMap(\.value.last)
        return before + [gateway("offline", at: span.lowerBound)]
            + [gateway("online", at: span.upperBound)]
            + missed.map { late($0, isRetained: false) } + kept.map { late($0, isRetained: true) }
            + after
    }
}

extension Heard {
    fileprivate func sighting(_ calendar: Calendar) -> Sighting {
        Sighting(
            beacon: beacon, rssi: RSSI(dBm: rssi), time: calendar.time(claimed), battery: battery)
    }
}
