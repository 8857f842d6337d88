import RoostCore
import Testing

@Suite("Coming back overrides earlier beliefs")
struct ReturnTests {
    @Test("An old fix outside does not undo a later arrival at home")
    func oldFix() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.fix(House.home.north(1100), at: -600, arriving: 1)
        house.hear(House.tag, by: "n1", -60, from: 10, to: 40, every: 5)
        #expect(house.transitions == ["enter home"])
        house.wait(until: 100)
        #expect(house.alice.place == ID(checked: "home"))
        house.wait(until: 600)
        #expect(house.alice.hand == .unknown)
        #expect(house.transitions == ["enter home"] && house.alerts(.left).isEmpty)
        house.fix(House.home.north(1100), at: 700)
        #expect(house.transitions == ["enter home", "leave home"])
    }

    @Test("A fix on the way home does not undo the arrival just after it")
    func fixOnTheWay() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.fix(House.home.north(200), at: 0)
        house.hear(House.tag, by: "n1", -60, from: 30, to: 40, every: 5)
        house.wait(until: 600)
        #expect(house.transitions == ["enter home"])
    }

    @Test("An old fix in another place does not undo a later arrival at home")
    func oldFixElsewhere() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.fix(House.office, at: 0)
        house.fix(House.office, at: 30)
        house.hear(House.tag, by: "n1", -60, from: 900, to: 930, every: 5)
        house.wait(until: 3000)
        #expect(house.alice.hand == .unknown)
        #expect(house.transitions == ["leave office", "enter home"])
    }

    @Test("A node going offline does not undo an arrival after the phone's last report")
    func oldFixAndDeadNode() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.fix(House.home.north(1100), at: -600, arriving: 1)
        house.hear(House.tag, by: "n1", -60, from: 10, to: 40, every: 5)
        house.report("n1", isOnline: false, at: 41)
        house.wait(until: 1000)
        #expect(house.alice.place == ID(checked: "home"))
        house.wait(until: 20 * 3600)
        #expect(house.alice.hand == .unknown)
        #expect(house.transitions == ["enter home"])
    }

    @Test("A node going offline does not bring back a user whose tag alone stayed at home")
    func tagAtHome() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        for second in stride(from: 0.0, to: 1000, by: 5) {
            if second == 100 { house.fix(House.home, at: 100) }
            if second >= 300, second.truncatingRemainder(dividingBy: 60) == 0, second < 700 {
                house.fix(House.home.north(5 * second), at: second)
            }
            house.hear(House.tag, by: "n1", -60, at: second)
        }
        #expect(house.alice.hand == .travelling)
        house.report("n1", isOnline: false, at: 1001)
        house.wait(until: 1300)
        #expect(house.alice.hand == .travelling)
        #expect(house.transitions == ["leave home"])
    }

    @Test(
        "A tag left where it is barely heard brings nobody home; one that went along does",
        arguments: [true, false])
    func barelyHeard(isLeft: Bool) {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.hear(House.tag, by: "n1", -60, from: 0, to: 100, every: 5)
        house.fix(House.home, at: 100)
        for second in stride(from: 105.0, to: 3000, by: 5) {
            if second >= 300, second.truncatingRemainder(dividingBy: 60) == 0, second < 700 {
                house.fix(House.home.north(5 * second), at: second)
            }
            if second >= 700, second.truncatingRemainder(dividingBy: 300) == 0 {
                house.fix(House.home.north(3500), at: second)
            }
            if isLeft || second < 120 { house.hear(House.tag, by: "n1", -60, at: second) }
        }
        #expect(house.alice.hand == .travelling)
        // Silent for half an hour, and heard again, twice.
        for second in [4800.0, 6600] {
            house.hear(House.tag, by: "n1", -60, from: second, to: second + 60, every: 5)
        }
        #expect(house.transitions == (isLeft ? ["leave home"] : ["leave home", "enter home"]))
    }

    @Test("A user whose tag lay at home all day came when their phone did")
    func tagLay() {
        var house = House.online()
        for second in stride(from: 0.0, to: 26_000, by: 5) {
            let metres: Double? =
                switch second {
                case 10, 600, 25_200, 25_260: 0
                case 900...1300 where Int(second) % 60 == 0: 500 * ((second - 900) / 60 + 1)
                case 1800...20_000 where Int(second) % 1800 == 0: 4000
                case 21_000, 24_000: 700
                default: nil
                }
            if let metres { house.fix(House.home.north(metres), at: second) }
            house.hear(House.tag, by: "n1", -60, at: second)
        }
        #expect(house.transitions == ["leave home", "enter home"])
        let came = house.effects.compactMap { effect -> Double? in
            guard case .announce(let step) = effect, step.isEntering, step.room == nil else {
                return nil
            }
            return step.time.seconds(since: House.start)
        }
        // As of the last reading before the fix.
        #expect(came.allSatisfy { $0 >= 25_195 }, "\(came)")
        #expect(house.alerts(.arrived).count == 1)
    }

    @Test(
        "A stray packet after a silence does not bring a user to where an old fix was",
        arguments: [true, false])
    func stray(isByDoor: Bool) {
        var house = House.online()
        for second in stride(from: 0.0, to: 12_000, by: 4) where isByDoor || second < 6000 {
            house.hear(House.wallet, by: "n1", -60, at: second)
            if [12, 600, 1800].contains(second) { house.fix(House.office, at: second) }
            guard second >= 5000 else { continue }
            switch second {
            case ..<5012: house.hear(House.tag, by: "n2", -60, at: second + 1)
            case ..<5900: house.hear(House.tag, by: "n1", -60, at: second + 1)
            case 6000..<6012 where isByDoor: house.hear(House.tag, by: "n2", -50, at: second + 1)
            case 6200, 6600: house.hear(House.tag, by: "n2", -92, at: second + 1)
            default: break
            }
        }
        if !isByDoor { house.hear(House.tag, by: "n1", -92, at: 6050) }
        house.wait(until: 13_000)
        #expect(!house.transitions.suffix(from: 1).contains("enter office"))
    }

    @Test("A user who drove off and is heard again is back, whatever the phone said last")
    func silentReturn() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.fix(House.home, at: 0)
        house.hear(House.tag, by: "n1", -60, at: 1)
        for minute in 2..<8 {
            let minute = Double(minute)
            house.fix(House.home.north(1000 * minute), at: 60 * minute)
        }
        #expect(house.alice.hand == .travelling)
        house.hear(House.tag, by: "n1", -60, at: 4000)
        #expect(house.alice.hand == .place("home"))
        #expect(house.alice.confidence > 0.5)
        #expect(house.transitions == ["leave home", "enter home"])
    }

    /// alice was heard in the kitchen with her keys, and is at the office; the keys stayed.
    private func away(settling: (inout House) -> Void) -> House {
        var house = House()
        house.report("n2", isOnline: true, at: 0)
        house.hear(House.tag, by: "n1", -50, from: 0, to: 60, every: 5)
        settling(&house)
        house.fix(House.office, at: 400)
        house.fix(House.office, at: 460)
        return house
    }

    @Test("A user who comes in by the door is in the hall, not in the previous room")
    func oldRoom() {
        var house = away { $0.report("n1", isOnline: true, at: 60) }
        house.hear(House.keys, by: "n1", -60, at: 4990)
        house.effects = []
        for second in stride(from: 5000.0, to: 5030, by: 2) {
            house.hear(House.tag, by: "n2", -70, at: second)
            house.wait(until: second + 0.1)
            #expect(house.alice.room == ID(checked: "hall"))
            #expect(house.alice.confidence > 0.5)
            house.hear(House.keys, by: "n1", -60, at: second + 1)
        }
        #expect(house.rooms == ["enter hall"])
        #expect(house.alerts(.leavingWithout).isEmpty)
    }

    @Test("A returning user is in the hall, not in the room of a node that is dead")
    func deadRoom() {
        var house = away { $0.report("n1", isOnline: false, at: 61) }
        house.wait(until: 4000)
        house.effects = []
        house.hear(House.tag, by: "n2", -70, from: 5000, to: 5060, every: 2)
        #expect(house.alice.room == ID(checked: "hall"))
        #expect(house.rooms == ["enter hall"])
    }

    @Test("An item heard again after a silence is in the room where it is heard")
    func item() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.report("n2", isOnline: true, at: 0)
        house.hear(House.keys, by: "n1", -45, from: 0, to: 30, every: 2)
        house.hear(House.keys, by: "n2", -75, at: 400)
        house.wait(until: 400.1)
        #expect(house.keys.room == ID(checked: "hall"))
        #expect(house.keys.node == ID(checked: "n2"))
    }
}

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

    private func say(_ house: inout House, _ room: String, isExit: Bool? = nil, at second: Double) {
        let info = NodeInfo(place: ID(checked: "home"), room: room, isExit: isExit)
        house.effects += house.engine.apply(
            .nodeInfo(Self.node, info), at: House.start.advanced(bySeconds: second))
    }

    @Test("A room is the same however a scanner writes its name")
    func spelling() {
        var house = House()
        var home = house.engine.household.places[ID(checked: "home")]!
        let living: ID<Room> = ID(checked: "living-room")
        home.rooms = [
            Room(id: living, name: "Living Room"), Room(id: ID(checked: "wc"), name: "Bad"),
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

@Suite("One sighting, two identities")
struct AliasTests {
    @Test("An item is recognised by the alias of a sighting")
    func alias() {
        var house = House()
        house.fix(House.home, at: 0)
        let frame = BeaconID(canonical: "ibeacon:e5ca1ade-f007-ba11-0000-000000000000:9:9")
        let sighting = Sighting(beacon: frame, alias: House.keys, rssi: RSSI(dBm: -50))
        house.effects += house.engine.apply(
            .sightings(SightingBatch(node: ID(checked: "n1"), sightings: [sighting])),
            at: House.start.advanced(bySeconds: 5))
        house.wait(until: 5.1)
        #expect(house.keys.room == ID(checked: "kitchen"))
        #expect(Set(house.engine.memory.beacons.keys) == [House.keys])
    }

    @Test("A scanner that nobody configured is in the room that its topic names")
    func room() {
        var house = House()
        let sighting = Sighting(beacon: House.keys, rssi: RSSI(dBm: -50))
        house.effects += house.engine.apply(
            .sightings(
                SightingBatch(node: ID(checked: "attic"), sightings: [sighting], room: "Attic")),
            at: House.start.advanced(bySeconds: 5))
        house.wait(until: 5.1)
        #expect(house.engine.household.nodes[ID(checked: "attic")]?.place == ID(checked: "home"))
        #expect(house.keys.room == ID(checked: "attic"))
    }
}

@Suite("The first message of an unknown user")
struct FirstWordTests {
    private static let carol: ID<User> = ID(checked: "carol")

    @Test("A first name card or region creates its user", arguments: [true, false])
    func creates(isCard: Bool) {
        var engine = Engine(createsUsers: true)
        _ = engine.apply(.listening, at: House.start)
        let area = Area.circle(center: House.home, radius: 50)
        let region = Waypoint(name: "Allotment", area: area, origin: "1790000000")
        let event: Event =
            isCard ? .card(name: "Carol", of: Self.carol) : .waypoint(region, of: Self.carol)
        _ = engine.apply(event, at: House.start)
        #expect(engine.household.users[Self.carol]?.name == (isCard ? "Carol" : "carol"))
        #expect(engine.household.places.count == (isCard ? 0 : 1))
    }

    @Test("A first message is turned away where only administrators create users")
    func turnsAway() throws {
        var house = House()
        house.fix(House.home, of: Self.carol, at: 0)
        #expect(house.effects.contains(.turnAway(Self.carol, because: .unknownUser)))
        #expect(house.engine.household.users[Self.carol] == nil)
    }
}

@Suite("The best position")
struct PositionTests {
    @Test("An exact fix holds for a while against coarser ones that agree with it")
    func holds() throws {
        var house = House()
        house.fix(House.home, at: 0)
        let exact = house.engine.location(of: House.alice)
        house.fix(House.home.north(1000), accuracy: 1500, at: 300)
        #expect(house.engine.location(of: House.alice) == exact)
        house.fix(House.home.north(1000), accuracy: 1500, at: 1300)
        #expect(house.engine.location(of: House.alice)?.fix.accuracy == 1500)
    }

    @Test("A coarse fix that is elsewhere replaces an exact one")
    func moves() {
        var house = House()
        house.fix(House.home, at: 0)
        house.fix(House.home.north(5000), accuracy: 1500, at: 600)
        #expect(house.engine.location(of: House.alice)?.fix.accuracy == 1500)
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
        for second in stride(from: 1.0, to: 60, by: 1) {
            hear(&house, at: 600, saying: second)
        }
        house.effects = []
        house.wait(until: 603)
        #expect(house.keys.proximity == .lost)
        #expect(house.transitions.isEmpty)
    }
}
