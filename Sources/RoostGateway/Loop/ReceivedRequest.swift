import MQTT
import RoostFormats

/// A request, and the message that brought it, which says where the answer goes.
@dynamicMemberLookup
struct ReceivedRequest {
    var content: Request
    var message: MQTTMessage

    subscript<Value>(dynamicMember member: KeyPath<Request, Value>) -> Value {
        content[keyPath: member]
    }
}
