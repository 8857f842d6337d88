public import RoostCore

/// A message as `mosquitto_sub -F %j` prints it: one JSON object per line.
public struct RecordedMessage: Hashable, Sendable {
    public var time: Timestamp
    public var topic: String
    public var payload: [UInt8]
    public var qos = 1
    public var isRetained: Bool

    public init(time: Timestamp, topic: String, payload: [UInt8], isRetained: Bool) {
        self.time = time
        self.topic = topic
        self.payload = payload
        self.isRetained = isRetained
    }

    /// Reads one line.
    ///
    /// - Throws: A sentence that says what is wrong with it.
    public init(line: [UInt8]) throws(RecordingError) {
        let json: JSON
        do throws(JSONError) {
            json = try JSON(line)
        } catch {
            throw RecordingError(reason: "it is no JSON: \(error)")
        }
        guard let topic = json["topic"]?.string else {
            throw RecordingError(reason: "topic is missing")
        }
        guard let text = json["tst"]?.string, let time = Timestamp(rfc3339: text) else {
            throw RecordingError(reason: "tst is missing or no time")
        }
        self.init(
            time: time, topic: topic, payload: Self.payload(json["payload"]),
            isRetained: json["retain"]?.number?.integer == 1)
        qos = json["qos"]?.number?.integer.flatMap(Int.init(exactly:)) ?? 0
    }

    /// The payload as text, as `%j` prints it, or as JSON, as `%J` does.
    private static func payload(_ json: JSON?) -> [UInt8] {
        switch json {
        case .string(let text): Array(text.utf8)
        case .null, nil: []
        case .some(let value): value.jsonBytes
        }
    }

    /// The message as one line, without a line ending.
    public var line: [UInt8] {
        JSONWriter.objectBytes { json in
            json.member("tst", time.rfc3339.replacing("Z", with: "000Z+0000"))
            json.member("topic", topic)
            json.member("qos", qos)
            json.member("retain", isRetained ? 1 : 0)
            json.member("payloadlen", payload.count)
            json.member("payload", String(decoding: payload, as: UTF8.self))
        }
    }
}

/// The fault in a line of a recording.
public struct RecordingError: Error, Hashable, Sendable {
    public var reason: String
}
