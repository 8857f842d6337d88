// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import Testing

@Suite("Items still heard as their owner goes out: left behind or carried")
struct StayedOrGoneTests {
    private static let neighbours = BeaconID(canonical: "mac:a4c138000099")
    /// The door is open from 60 to 62, and alice leaves by it.
    private static let shut = 62.0

    /// What is wrong with the kitchen's node from a second after the door on, when it hears
    /// nothing.
    enum Trouble {
        case saysSo, isOffline
        /// It never reported its status.
        case hangs
        /// It has nothing else that it could hear.
        case isAlone

        /// Its status report at a second.
        func status(at second: Double) -> (isOnline: Bool, isDeaf: Bool)? {
            switch (self, second) {
            case (.saysSo, StayedOrGoneTests.shut + 1): (true, true)
            case (.isOffline, StayedOrGoneTests.shut + 1): (false, false)
            case (.isOffline, 80), (.isAlone, 5): (true, false)
            default: nil
            }
        }
    }

    /// alice goes out through the hall (`n2`) while her keys are heard at `levels`.
    ///
    /// The kitchen (`n1`) and the study (`n3`) may hear them too; all three hear the neighbours'
    /// things.
    ///
    /// - Parameter levels: What each node hears of the keys at a second, in dBm.
    private func story(
        until end: Double, every step: Double = 2, trouble: Trouble? = nil,
        levels: (Double) -> [String: Double]
    ) -> House {
        var house = House()
        house.change(
            .saveNode(
                Node(id: ID(checked: "n3"), place: ID(checked: "home"), room: ID(checked: "study"))),
            at: 0)
        house.door(isOpen: true, at: 1)
        house.door(isOpen: false, at: 2)
        for second in stride(from: 3, to: end, by: 1.0) {
            if second == 60 { house.door(isOpen: true, at: second) }
            if second == Self.shut { house.door(isOpen: false, at: second) }
            if second < Self.shut + 10 {
                let level = second < Self.shut ? -56 : -84 - 0.5 * (second - Self.shut)
                house.hear(House.tag, by: "n2", level, at: second + 0.2)
            }
            if let status = trouble?.status(at: second) {
                house.report(
                    "n1", isOnline: status.isOnline, isDeaf: status.isDeaf, at: second)
            }
            if trouble == nil || second <= Self.shut {
                house.hear(Self.neighbours, by: "n1", -70, at: second + 0.4)
            }
            house.hear(Self.neighbours, by: "n3", -70, at: second + 0.5)
            guard second.truncatingRemainder(dividingBy: step) == 0 else { continue }
            for (node, level) in levels(second).sorted(by: { $0.key < $1.key }) {
                house.hear(House.keys, by: node, level, at: second + 0.6)
            }
        }
        house.wait(until: end)
        return house
    }

    private func isTold(_ house: House) -> Bool { house.alerts(.leftBehind).count == 1 }

    /// Kitchen and study hear the keys about equally; once she is out, only the study does.
    private func faintly(
        until end: Double = 120, missedFrom first: Double = Self.shut, to last: Double = .infinity,
        heardUntil silence: Double = .infinity, trouble: Trouble? = nil
    ) -> House {
        story(until: end, trouble: trouble) { second in
            guard second < silence else { return [:] }
            var levels = ["n3": second < Self.shut ? -82.0 : -86]
            if second < first || second >= last { levels["n1"] = -81 }
            return levels
        }
    }

    @Test("Keys heard faintly by two nodes, just as before she went out, are reported at once")
    func unchanged() {
        func isTold(_ level: Double, fadingBy fading: Double) -> Bool {
            let house = story(until: Self.shut + 10) { second in
                ["n1": -83, "n3": second < Self.shut ? level : level - fading]
            }
            #expect(house.alice.place == nil)
            return self.isTold(house)
        }
        #expect(isTold(-86, fadingBy: 0))
        #expect(!isTold(-86, fadingBy: 6))
        // What a node can barely hear sounds the same from the pavement, if it is heard there.
        #expect(!isTold(-91, fadingBy: 0))
    }

    @Test("Keys that one of their best nodes no longer hears are not reported as left")
    func missed() {
        let house = faintly()
        #expect(!isTold(house))
        #expect(house.keys.withOwner == .cannotTell, "while they are heard, nobody knows")
        #expect(isTold(faintly(missedFrom: .infinity)), "heard by both")
        #expect(isTold(faintly(missedFrom: 20)), "carried to the study long before she went")
    }

    @Test("Keys that are loud in the hall as the door opens are not reported as left")
    func pastTheHall() {
        let house = story(until: 120) { second in
            switch second {
            case ..<60: ["n1": -81, "n3": -82]
            case ..<Self.shut: ["n2": -60, "n1": -84, "n3": -85]
            default: ["n3": -86]
            }
        }
        #expect(!isTold(house))
    }

    @Test("Keys are reported once the node hears them again or misses them for five minutes")
    func later() {
        #expect(!isTold(faintly(until: 100, to: 100)))
        #expect(isTold(faintly(until: 112, to: 100)))
        #expect(!isTold(faintly(until: 350)))
        // They are not heard at the moment when the five minutes end.
        #expect(isTold(faintly(until: 376, heardUntil: 355)))
    }

    @Test(
        "A node that is deaf, was offline or never reported its status cannot miss keys",
        arguments: [Trouble.saysSo, .isOffline, .hangs])
    func deaf(trouble: Trouble) {
        #expect(isTold(faintly(trouble: trouble)))
    }

    @Test("A connected node with nothing else to hear can still miss keys")
    func alone() {
        #expect(!isTold(faintly(trouble: .isAlone)))
        #expect(isTold(faintly(missedFrom: .infinity, trouble: .isAlone)), "heard by both")
        #expect(isTold(faintly(until: 376, trouble: .isAlone)), "for five minutes")
    }

    @Test(
        "A node that heard the keys barely, or far less well than another, cannot miss them",
        arguments: [(-84.0, -89.0), (-77, -86)])
    func hardly(kitchen: Double, study: Double) {
        let house = story(until: 120) {
            $0 < Self.shut ? ["n1": kitchen, "n3": study] : ["n1": kitchen]
        }
        #expect(isTold(house))
    }

    @Test("Keys still as loud at one node are reported, even if another node misses them")
    func loudElsewhere() {
        let house = story(until: 82) { $0 < Self.shut ? ["n1": -62, "n3": -60] : ["n3": -60] }
        #expect(isTold(house))
    }

    @Test("Lying keys are reported by the next room's node, though the nearest misses packets")
    func nextDoor() {
        let house = story(until: 77, every: 5) { second in
            (60...75).contains(second) ? ["n3": -74] : ["n1": -62, "n3": -74]
        }
        #expect(isTold(house))
    }

    @Test("Keys on a hook by the door are reported by the next room's node, unless they were taken")
    func onTheHook() {
        func isTold(hall: Double, kitchen: Double) -> Bool {
            let house = story(until: 74, every: 4) { second in
                second < Self.shut ? ["n2": -60, "n1": -75] : ["n2": hall, "n1": kitchen]
            }
            return !house.alerts(.leftBehind).isEmpty
        }
        #expect(isTold(hall: -72, kitchen: -78))
        #expect(!isTold(hall: -72, kitchen: -82), "taken up and carried through the door")
    }

    @Test("Keys that the door's node hears from the pavement are not reported as left")
    func atTheGate() {
        let house = story(until: 120, every: 5) { second in
            switch second {
            case ..<60: ["n1": -58, "n2": -72]
            case ..<Self.shut: ["n2": -62]
            case ..<75: ["n2": -79]
            default: [:]
            }
        }
        #expect(!isTold(house))
    }

    @Test("A slow tag's last packet, from the pavement, does not show that it stayed")
    func slowTag() {
        func isToldHearing(until end: Double) -> Bool {
            var house = House.online()
            for second in stride(from: 0, to: 1100, by: 1.0) {
                if second == 600 { house.door(isOpen: true, at: second) }
                if second == 602 { house.door(isOpen: false, at: second) }
                if second < 612 {
                    let level = second < 602 ? -56 : -84 - 0.5 * (second - 602)
                    house.hear(House.tag, by: "n2", level, at: second + 0.2)
                }
                house.hear(Self.neighbours, by: "n1", -70, at: second + 0.4)
                house.hear(Self.neighbours, by: "n2", -70, at: second + 0.5)
                guard second.truncatingRemainder(dividingBy: 60) == 20 else { continue }
                if second < 602 { house.hear(House.keys, by: "n1", -58, at: second + 0.6) }
                if second < end { house.hear(House.keys, by: "n2", -85, at: second + 0.7) }
            }
            return isTold(house)
        }
        #expect(!isToldHearing(until: 660), "heard once more, 18 s after the door")
        #expect(isToldHearing(until: .infinity), "heard as long as anybody listens")
    }
}
