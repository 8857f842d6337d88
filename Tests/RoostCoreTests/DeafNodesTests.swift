import Testing

@testable import RoostCore

@Suite("Nodes that fall silent as a whole")
struct DeafNodesTests {
    /// Where the things lie, and how long alice has been in the hall when the nodes fall silent.
    private struct Evening {
        var keys: String? = "n1"
        var wallet: String? = "n1"
        /// Seconds between two packets of the things.
        var interval = 2.0
        var stay = 110.0
        /// How much weaker the things are heard in the last seconds, in dB.
        var fading = 0.0
        /// Whether one node still hears a neighbour's beacon.
        var isOneAlive = false
        /// How much louder or weaker the things are heard in the last second, in dB.
        var leap = 0.0
        /// Seconds between two reports in which the nodes tell of themselves; `nil` for none.
        var reporting: Double?

        /// The nodes say that they are online, and hear nothing from second 400 on.
        func played() -> House {
            var house = House.withWallet()
            house.change(
                .saveNode(
                    Node(
                        id: ID(checked: "n3"), place: ID(checked: "home"),
                        room: ID(checked: "garage"))), at: 0)
            for node in ["n1", "n2", "n3"] { house.report(node, isOnline: true, at: 0) }
            house.hear(House.wallet, by: "n3", -90, at: 0)
            for second in stride(from: 0.0, to: 400, by: 1) {
                let node = second < 400 - stay ? "n1" : "n2"
                house.hear(House.tag, by: node, -57, at: second)
                guard second.truncatingRemainder(dividingBy: interval) == 0 else { continue }
                let level = -65 - (second < 394 ? 0 : fading) + (second < 398 ? 0 : leap)
                if let keys { house.hear(House.keys, by: keys, level, at: second + 0.3) }
                if let wallet { house.hear(House.wallet, by: wallet, level, at: second + 0.6) }
            }
            for second in stride(from: 400.0, to: 520, by: 5) {
                house.wait(until: second)
                if let reporting, second.truncatingRemainder(dividingBy: reporting) == 0 {
                    for node in ["n1", "n2"] {
                        house.effects += house.engine.apply(
                            .signOfLife(of: ID(checked: node)), at: house.engine.now)
                    }
                }
                guard isOneAlive else { continue }
                house.hear(BeaconID(canonical: "mac:a4c138000099"), by: "n1", -80, at: second)
            }
            return house
        }

        var isLeavingTold: Bool { played().transitions.contains("leave home") }
    }

    @Test("As all nodes fall silent, nobody goes out whose things lie still until then")
    func allSilent() {
        var house = Evening().played()
        #expect(house.transitions.isEmpty)
        #expect(house.alice.room == ID(checked: "hall"))
        #expect(house.alerts(.nodeOffline).count == 2, "and both are told")
        let garage = house.engine.nodes[ID(checked: "n3")]
        #expect(garage?.isDeaf == false, "which has heard nothing for long")
        house.hear(House.keys, by: "n1", -65, from: 520, to: 530, every: 1)
        house.hear(House.tag, by: "n2", -57, from: 530, to: 600, every: 1)
        #expect(house.transitions.isEmpty, "nor does anybody come back")
        #expect(house.alerts(.leftBehind).isEmpty)
    }

    @Test("Deaf nodes that tell of themselves from time to time are deaf still")
    func reporting() {
        var house = Evening(reporting: 15).played()
        house.wait(until: 900)
        #expect(house.transitions.isEmpty && house.alice.room == ID(checked: "hall"))
        #expect(house.alerts(.nodeOffline).count == 2)
    }

    @Test("Nodes that start anew after a power cut are not told once more")
    func startedAnew() {
        var house = Evening().played()
        house.broker(upFor: 10, at: 530)
        house.wait(until: 540)
        let told = house.alerts(.nodeOffline).count
        for (node, second) in [("n1", 700.0), ("n2", 730)] {
            house.report(node, isOnline: true, at: second)
            house.hear(House.keys, by: node, -65, at: second + 0.6)
        }
        house.wait(until: 760)
        #expect(house.alerts(.nodeOffline).count == told)
        #expect(house.transitions.isEmpty)
    }

    @Test("What fell silent with a node that says late that it is deaf is not gone")
    func deafLate() {
        var house = House.online()
        let isFrozen = { (house: House) in
            house.keys.proximity != .lost && house.alice.room == ID(checked: "kitchen")
        }
        for beacon in [House.keys, House.tag] {
            house.hear(beacon, by: "n1", -60, at: 0)
        }
        for second in stride(from: 2.0, to: 600, by: 2) {
            house.hear(House.keys, by: "n1", -60, at: second)
            house.hear(House.tag, by: "n1", -60, at: second + 0.5)
        }
        house.wait(until: 680)
        #expect(!isFrozen(house), "so long nobody knows")
        house.report("n1", isOnline: true, isDeaf: true, at: 690)
        house.wait(until: 1800)
        #expect(isFrozen(house))
        #expect(house.alerts(.nodeOffline).count == 2, "both are told")
    }

    @Test("Nor does she who lives alone and just came to the door, if her things lay elsewhere")
    func allSilentAlone() {
        #expect(!Evening(stay: 40).isLeavingTold)
        #expect(!Evening(stay: 40, leap: 9).isLeavingTold, "one loud packet is noise")
    }

    @Test("What may have gone with her shows nothing of the nodes")
    func goneWithHer() {
        #expect(Evening(keys: "n2", wallet: "n2", stay: 40).isLeavingTold, "they were at hand")
        #expect(Evening(keys: nil).isLeavingTold, "one thing may be asleep")
        #expect(Evening(stay: 8).isLeavingTold, "she was on the way, and may have had them")
        #expect(Evening(fading: 12).isLeavingTold, "they went away")
        #expect(Evening(interval: 10).isLeavingTold, "they were taken up between two packets")
    }

    @Test("A node beside which nothing lay is deaf with the others that fell silent at once")
    func oneCause() {
        var house = House.withWallet()
        let more = ["mac:a4c138000011", "mac:a4c138000012"].map { BeaconID(canonical: $0) }
        for (number, beacon) in more.enumerated() {
            let item = Item(
                id: ID(checked: "bobs-\(number)"), owner: House.bob, name: "Bob's", beacon: beacon)
            house.change(.saveItem(item), at: 0)
        }
        for node in ["n1", "n2"] { house.report(node, isOnline: true, at: 0) }
        for second in stride(from: 0.0, to: 200, by: 2) {
            for beacon in [House.wallet] + more { house.hear(beacon, by: "n1", -60, at: second) }
            house.hear(House.keys, by: second < 60 ? "n1" : "n2", -57, at: second + 0.5)
            house.hear(House.tag, by: "n2", second < 190 ? -57 : -75, at: second + 1)
        }
        house.wait(until: 228)
        #expect(house.keys.proximity == .lost, "its silence counts before that of the nodes")
        house.wait(until: 260)
        for node in ["n1", "n2"] { #expect(house.engine.nodes[ID(checked: node)]?.isDeaf == true) }
        #expect(house.keys.proximity != .lost)
        house.wait(until: 4000)
        #expect(house.keys.proximity != .lost && house.alerts(.itemLost).isEmpty)
    }

    @Test("While a node still hears something, silence is that of the beacons")
    func oneAlive() {
        #expect(Evening(isOneAlive: true).isLeavingTold)
    }
}
