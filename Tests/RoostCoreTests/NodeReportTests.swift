import RoostCore
import Testing

@Suite("Retained information about a node")
struct RetainedInfoTests {
    @Test("Retained information does not make an offline node count as online")
    func info() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, at: 10)
        house.report("n1", isOnline: false, at: 20)
        house.listen(at: 30)
        let kept = NodeInfo(room: "Kitchen", isRetained: true)
        house.effects += house.engine.apply(
            .nodeInfo(ID(checked: "n1"), kept), at: House.start.advanced(bySeconds: 31))
        #expect(house.engine.nodes.tracks[ID(checked: "n1")]?.status == .offline)
        house.wait(until: 9000)
        #expect(house.alerts(.itemLost).isEmpty)
    }
}

@Suite("What a node reports about itself")
struct NodeWordTests {
    private static let node: ID<Node> = ID(checked: "n9")

    private func say(
        _ house: inout House, _ room: String, in place: String = "home", isExit: Bool? = nil,
        at second: Double
    ) {
        let info = NodeInfo(place: ID(checked: place), room: room, isExit: isExit)
        house.effects += house.engine.apply(
            .nodeInfo(Self.node, info), at: House.start.advanced(bySeconds: second))
    }

    @Test("What the broker keeps of a node that spoke since does not make it offline again")
    func keptOffline() {
        var house = House.online()
        house.report("n1", isOnline: false, at: 100)
        house.hear(House.keys, by: "n1", -60, at: 110)
        house.listen(at: 200)
        house.report("n1", isOnline: false, isRetained: true, at: 201)
        #expect(house.engine.nodes.tracks[ID(checked: "n1")]?.status == .unspoken)
        // A new word counts, and what is kept of that.
        house.report("n1", isOnline: false, at: 300)
        house.listen(at: 400)
        house.report("n1", isOnline: false, isRetained: true, at: 401)
        #expect(house.engine.nodes.tracks[ID(checked: "n1")]?.status == .offline)
    }

    @Test("A node that is offline and deaf in turn has been gone all along")
    func inTurn() {
        var house = House.online()
        var admin = house.engine.household.users[House.alice]!
        admin.isAdmin = true
        house.change(.saveUser(admin), at: 0)
        for (index, second) in stride(from: 100.0, to: 300, by: 25).enumerated() {
            house.report("n1", isOnline: index % 2 == 1, isDeaf: true, at: second)
        }
        let told = house.alerts(.nodeOffline)
        #expect(told.count == 1)
        #expect(told.first?.time == House.start.advanced(bySeconds: 100))
        house.report("n1", isOnline: true, at: 301)
        house.report("n1", isOnline: false, at: 4000)
        house.wait(until: 4059)
        #expect(house.alerts(.nodeOffline).count == 1)
        house.wait(until: 4061)
        #expect(house.alerts(.nodeOffline).count == 2)
    }

    @Test("A room is the same however a scanner writes its name")
    func spelling() {
        var house = House()
        var home = house.engine.household.places[ID(checked: "home")]!
        let living: ID<Room> = ID(checked: "living-room")
        home.rooms = [
            Room(id: living, name: "Living Room"), Room(id: ID(checked: "wc"), name: "Bad"),
            Room(id: ID(checked: "kueche"), name: "Küche"),
        ]
        house.change(.savePlace(home), at: 0)
        for (second, name) in ["living_room", "Living Room", "living-room", "LIVING ROOM"]
            .enumerated()
        {
            say(&house, name, at: Double(second))
            #expect(house.engine.household.nodes[Self.node]?.room == living, "\(name)")
        }
        say(&house, "WC", at: 10)
        #expect(house.engine.household.nodes[Self.node]?.room == ID(checked: "wc"))
        for (second, name) in ["k_che", "Küche", "KÜCHE"].enumerated() {
            say(&house, name, at: 20 + Double(second))
            #expect(house.engine.household.nodes[Self.node]?.room == ID(checked: "kueche"))
        }
    }

    @Test("The room a node reports counts until somebody configures another one")
    func room() throws {
        var house = House()
        say(&house, "Cellar", at: 0)
        #expect(house.engine.household.nodes[Self.node]?.room == ID(checked: "cellar"))
        say(&house, "Attic", isExit: true, at: 10)
        var known = try #require(house.engine.household.nodes[Self.node])
        #expect(known.room == ID(checked: "attic") && known.isExit)
        known.room = ID(checked: "kitchen")
        house.change(.saveNode(known), at: 20)
        say(&house, "Cellar", isExit: false, at: 30)
        #expect(house.engine.household.nodes[Self.node] == known)
    }

    private func spot(_ house: House) -> [String?] {
        let node = house.engine.household.nodes[Self.node]
        return [node?.place?.rawValue, node?.room?.rawValue]
    }

    @Test("A node that names another place stands there with its room, even if that is made later")
    func otherPlace() {
        var house = House()
        say(&house, "hall", at: 0)
        say(&house, "loft", in: "office", at: 10)
        #expect(spot(house) == ["office", "loft"])
        say(&house, "deck", in: "boat", at: 20)
        #expect(spot(house) == [nil, nil])
        house.change(
            .savePlace(
                Place(
                    id: ID(checked: "boat"), name: "Boat",
                    area: .circle(center: House.office, radius: 5), isShared: true)), at: 30)
        #expect(spot(house) == ["boat", "deck"])
        house.change(.deletePlace(ID(checked: "boat")), at: 40)
        #expect(spot(house) == [nil, nil])
        say(&house, "hall", at: 50)
        #expect(spot(house) == ["home", "hall"])
    }

    @Test("A node in a place that somebody assigned says nothing of a room elsewhere")
    func assignedPlace() {
        for room in ["hall", "kitchen"] {
            var house = House()
            let assigned = Node(
                id: Self.node, place: ID(checked: "home"), room: ID(checked: room),
                ownRoomName: "Hall")
            house.change(.saveNode(assigned), at: 0)
            say(&house, "loft", in: "office", isExit: true, at: 10)
            #expect(house.engine.household.nodes[Self.node] == assigned, "\(room)")
        }
    }

    @Test("A scanner in the only home goes where it later says that it stands")
    func adopted() {
        var house = House()
        house.effects += house.engine.apply(
            .nodeInfo(Self.node, NodeInfo(room: "Hall")), at: House.start)
        #expect(spot(house) == ["home", "hall"])
        say(&house, "loft", in: "office", at: 10)
        #expect(spot(house) == ["office", "loft"])
    }

    @Test("A restart keeps when a node last spoke, but it is only missed from then on")
    func age() throws {
        var house = House()
        house.hear(House.keys, by: "n1", -60, at: 10)
        house.listen(at: 5000)
        let track = try #require(house.engine.nodes.tracks[ID(checked: "n1")])
        #expect(track.lastSpoke == House.start.advanced(bySeconds: 10))
        func isHealthy(at second: Double) -> Bool {
            house.engine.nodes.isHealthy(
                ID(checked: "n1"), at: House.start.advanced(bySeconds: second))
        }
        #expect(isHealthy(at: 5299) && !isHealthy(at: 5301))
    }
}

@Suite("Wrong clocks of nodes")
struct NodeClockTests {
    private func hear(_ house: inout House, at second: Double, saying time: Double) {
        house.wait(until: second)
        let moment = House.start.advanced(bySeconds: time)
        let sighting = Sighting(beacon: House.keys, rssi: RSSI(dBm: -60), time: moment)
        house.effects += house.engine.apply(
            .sightings(
                SightingBatch(node: ID(checked: "n1"), sightings: [sighting], sent: moment)),
            at: House.start.advanced(bySeconds: second))
    }

    @Test("A node with a wrong clock still tells how old a sighting is", arguments: [-90.0, 90])
    func wrong(by seconds: Double) {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.fix(House.home, at: 0)
        for second in stride(from: 1.0, to: 200, by: 3) {
            hear(&house, at: second, saying: second + seconds)
        }
        #expect(house.keys.proximity == .near || house.keys.proximity == .immediate)
        house.effects = []
        house.wait(until: 260)
        #expect(house.keys.proximity == .lost, "it is silent for a minute")
    }

    @Test("A node whose clock was never set tells at once where its beacons are")
    func unset() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.fix(House.home, at: 0)
        hear(&house, at: 10, saying: -5_000_000)
        house.wait(until: 10.1)
        #expect(house.keys.room == ID(checked: "kitchen"))
        #expect(
            house.engine.memory.beacons[House.keys]?.rooms.lastHeard
                == House.start.advanced(bySeconds: 10))
    }

    @Test("Messages delayed by the broker are not mistaken for a slow clock")
    func queued() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.fix(House.home, at: 0)
        house.effects = []
        for second in stride(from: 1.0, to: 60, by: 1) {
            hear(&house, at: 600, saying: second)
            #expect(house.keys.proximity == .lost)
        }
        house.wait(until: 603)
        #expect(house.keys.proximity == .lost)
        #expect(house.itemSteps.isEmpty)
    }
}
