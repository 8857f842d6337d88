/// The first levels of the topics of each dialect, without a slash at the end.
public struct TopicBases: Hashable, Sendable {
    public var roost = "roost"
    public var ownTracks = "owntracks"
    public var espresense = "espresense"
    /// Of Theengs Gateway and OpenMQTTGateway.
    public var theengs = "home"
    public var ruuvi = "ruuvi"
    /// A plus sign for a Shelly's own prefix, with levels before it if need be; `nil` for none.
    public var shelly: String? = "+"
    /// Of whatever speaks as Home Assistant's `mqtt_room` listens.
    public var mqttRoom = "room_presence"
    public var monitor = "monitor"
    public var roomAssistant = "room-assistant"
    public var homeAssistant = "homeassistant"

    public init() {}
}
