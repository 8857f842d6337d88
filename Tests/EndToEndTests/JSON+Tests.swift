import MQTT
import RoostFormats

extension JSON: ExpressibleByFloatLiteral {
    init(floatLiteral number: Double) { self = JSON(number) }
}

extension JSON {
    init(_ number: Double) { self = JSONNumber(number).map { .number($0) } ?? .null }
    init(_ text: some StringProtocol) { self = .string(String(text)) }

    var text: String { String(decoding: jsonBytes, as: UTF8.self) }

    /// Whether there is such a member, even if it is `null`.
    func has(_ name: String) -> Bool {
        object?.members.contains { $0.name == name } == true
    }

    /// The object with `member` set.
    func with(_ name: String, _ value: JSON) -> JSON {
        let others = (object?.members ?? []).filter { $0.name != name }
        return .object(JSONObject(others + [.init(name: name, value: value)]))
    }

    /// The object without the members of these names.
    func without(_ names: Set<String>) -> JSON {
        .object(JSONObject((object?.members ?? []).filter { !names.contains($0.name) }))
    }
}

/// The gateway's answer to a request.
struct Answer: Sendable {
    var json: JSON
    var topic: String
    var correlationData: [UInt8]?

    init(_ message: MQTTMessage) {
        json = (try? JSON(message.payload)) ?? .null
        topic = message.topic
        correlationData = message.correlationData
    }

    var isGood: Bool { json["status"] == "ok" }
    var data: JSON { json["data"] ?? .null }
    var errorCode: String? { json["error"]?["code"]?.string }
    var errorField: String? { json["error"]?["field"]?.string }
    var errorMessage: String? { json["error"]?["message"]?.string }
    /// The error and its field: `missing_field name`.
    var complaint: String? {
        guard let errorCode else { return nil }
        return errorField.map { "\(errorCode) \($0)" } ?? errorCode
    }
}
