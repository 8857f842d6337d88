import RoostFormats
import RoostGateway

/// What was published, by topic and time.
struct Outcome {
    struct Publication {
        var moment: Moment
        var topic: String
        fileprivate var payload: [UInt8]

        /// `nil` if the topic was cleared.
        var json: JSON? { payload.isEmpty ? nil : try? JSON(payload) }
    }

    let publications: [Publication]
    private let byTopic: [String: [Publication]]

    init(_ messages: [RecordedMessage], _ calendar: Calendar) {
        publications = messages.map { message in
            Publication(
                moment: calendar.moment(message.time), topic: message.topic,
                payload: message.payload)
        }
        byTopic = Dictionary(grouping: publications, by: \.topic)
    }

    /// The retained content of a topic at a moment.
    func kept(_ topic: String, at moment: Moment) -> JSON? {
        byTopic[topic]?.last { $0.moment <= moment }?.json
    }

    func all(_ topic: String) -> [Publication] { byTopic[topic] ?? [] }

    /// The publications on the topic of that name for all users, with the user.
    func ofUsers(_ name: String) -> [(user: String, publication: Publication)] {
        publications.compactMap { publication in
            let levels = publication.topic.split(separator: "/")
            guard levels.count == 4, levels[1] == "user", levels[3] == name else { return nil }
            return (String(levels[2]), publication)
        }
    }
}
