/// The first levels of the topics of each dialect, without a slash at the end.
public struct TopicBases: Hashable, Sendable {
    public var roost = "roost"
    public var ownTracks = "owntracks"
    public var espresense = "espresense"
    /// For Theengs Gateway and OpenMQTTGateway.
    public var theengs = "home"
    public var ruuvi = "ruuvi"
    /// A plus sign for a Shelly's own prefix, with levels before it if need be; `nil` for none.
    public var shelly: String? = "+"
    /// For any program that publishes what Home Assistant's `mqtt_room` reads.
    public var mqttRoom = "room_presence"
    public var monitor = "monitor"
    public var roomAssistant = "room-assistant"
    public var homeAssistant = "homeassistant"

    public init() {}
}
