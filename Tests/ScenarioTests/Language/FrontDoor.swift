import RoostFormats

/// The family with a contact sensor at the front door, as Zigbee2MQTT publishes it.
extension World {
    static let familyWithDoor = World(
        people: [alice, bob], places: [home, office, gym],
        stations: [
            kitchenNode, bedroomNode, deskNode,
            Station(hallNode.id, in: hall, isExit: true, door: frontDoor),
        ], things: [keys, wallet, badge])
}

let frontDoor = "zigbee2mqtt/front_door"

/// The front door is opened and closes again.
func doorOpens(_ span: Span) -> [Line] {
    [
        published(frontDoor, #"{"battery":97,"contact":false}"#, at: span.lowerBound),
        published(frontDoor, #"{"battery":97,"contact":true}"#, at: span.upperBound),
    ]
}

extension Tag {
    /// Leaves the hall by the door, which closes, and passes the gate, heard by the hall's node all
    /// the time.
    func walksOut(at time: Moment) -> [Line] {
        [
            heard(in: kitchen, time + -400...time + -30, every: 4),
            heard(in: hall, time + -30...time, every: 2),
            heard(by: hallNode, -86, time + 2...time + 6, every: 2),
            heard(by: hallNode, -91, time + 8...time + 14, every: 2),
        ]
    }
}
