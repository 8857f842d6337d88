import RoostFormats

/// The family whose front door has a contact sensor, as Zigbee2MQTT tells of it.
extension World {
    static let familyWithDoor = World(
        people: [alice, bob], places: [home, office, gym],
        stations: [
            kitchenNode, bedroomNode, deskNode,
            Station(hallNode.id, in: hall, isExit: true, door: frontDoor),
        ], things: [keys, wallet, badge])
}

let frontDoor = "zigbee2mqtt/front_door"

/// The front door is opened and falls shut.
func doorOpens(_ span: Span) -> [Line] {
    [
        published(frontDoor, #"{"battery":97,"contact":false}"#, at: span.lowerBound),
        published(frontDoor, #"{"battery":97,"contact":true}"#, at: span.upperBound),
    ]
}

extension Tag {
    /// Out of the hall by the door, which falls shut, and past the gate, heard by the hall's node all the
    /// while.
    func walksOut(at time: Moment) -> [Line] {
        [
            heard(in: kitchen, time + -400...time + -30, every: 4),
            heard(in: hall, time + -30...time, every: 2),
            heard(by: hallNode, -86, time + 2...time + 6, every: 2),
            heard(by: hallNode, -91, time + 8...time + 14, every: 2),
        ]
    }
}
