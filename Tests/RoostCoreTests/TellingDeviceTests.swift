import RoostCore
import Testing

/// New phones, tablets that drift, and devices that fall silent beside others.
@Suite("Which of several devices tells")
struct TellingDeviceTests {
    /// alice's phone drives to the office, and falls silent there at 1200; a new one is switched on
    /// at school at 20 o'clock.
    private static func newPhone(oldUntil silent: Double = 1200) -> House {
        var house = House()
        house.draw("school", "School", at: House.office.north(3000))
        house.fix(House.home, at: 0)
        for (step, second) in [600.0, 700, 800].enumerated() {
            house.fix(House.home.north(1000 * Double(step + 1)), at: second)
        }
        for second in stride(from: 1000.0, through: silent, by: 100) {
            house.fix(House.office, at: second)
        }
        for second in stride(from: 72000.0, to: 80000, by: 1800) {
            house.fix(House.office.north(3000), device: "new", at: second)
        }
        return house
    }

    @Test("A new phone tells, though it has not moved yet, once the old one is silent for long")
    func newPhone() {
        var house = Self.newPhone()
        #expect(house.alice.place == ID(checked: "school"))
        // Another new one does not outvote it while it speaks.
        house.fix(House.home, device: "pad", at: 80000)
        #expect(house.alice.place == ID(checked: "school"))
        #expect(Self.newPhone(oldUntil: 72000).alice.place == ID(checked: "office"))
        // One that lay at home all along tells nothing when the phone falls silent.
        var spare = House()
        spare.fix(House.home, device: "pad", at: 0)
        for (step, second) in [600.0, 700, 800, 900].enumerated() {
            spare.fix(House.home.north(1000 * Double(step)), at: second)
        }
        for second in stride(from: 1800.0, to: 60000, by: 1800) {
            spare.fix(House.home, device: "pad", at: second)
        }
        #expect(spare.alice.place == nil)
    }

    @Test("Of a device that is outside its place, and has not left yet, the evidence says so")
    func evidenceOfDrift() throws {
        var house = House()
        house.fix(House.home, device: "pad", at: 0)
        house.fix(House.home, at: 1)
        house.fix(House.home.north(130), accuracy: 20, device: "pad", at: 3600)
        for step in 1...3 {
            house.fix(House.home.north(1000 * Double(step)), at: 3600 + 100 * Double(step))
        }
        let told = try #require(house.decisions.last).evidence.map(\.text)
        let drift = "pad is 70 m outside Home within 20 m, which does not yet show that it left"
        #expect(told.contains(drift), "\(told)")
    }

    @Test("A new tablet elsewhere tells nothing while the phone speaks, though tags told until now")
    func newTablet() {
        var house = House()
        house.fix(House.office, at: 0)
        for (step, second) in [600.0, 700, 800].enumerated() {
            house.fix(House.home.north(3000 - 1000 * Double(step)), at: second)
        }
        for second in stride(from: 900.0, to: 2000, by: 5) {
            if second.truncatingRemainder(dividingBy: 300) == 0 {
                house.fix(House.home, at: second)
                house.fix(House.office, device: "pad", at: second + 1)
            }
            house.hear(House.tag, by: "n1", -60, at: second + 2)
        }
        // The tag's battery is empty.
        for second in stride(from: 2100.0, to: 6000, by: 300) {
            house.fix(House.home, at: second)
            house.fix(House.office, device: "pad", at: second + 1)
        }
        #expect(house.alice.place == ID(checked: "home"))
        #expect(!house.transitions.contains("enter office"))
    }

    @Test("A new tablet does not take the place of a phone that speaks, if only tags told so far")
    func newTabletAndTag() {
        var house = House()
        house.draw("school", "School", at: House.office.north(3000))
        house.fix(House.office, at: 0)
        for (step, second) in [300.0, 400, 500, 600].enumerated() {
            house.fix(House.home.north(3000 - 900 * Double(step)), at: second)
        }
        for second in stride(from: 700.0, to: 2000, by: 5) {
            if second.truncatingRemainder(dividingBy: 300) == 0 {
                house.fix(House.home.north(300), at: second)
                house.fix(House.office.north(3000), device: "pad", at: second + 1)
            }
            house.hear(House.tag, by: "n1", -60, at: second + 2)
        }
        for second in stride(from: 2100.0, to: 6000, by: 300) {
            house.fix(House.home.north(300), at: second)
            house.fix(House.office.north(3000), device: "pad", at: second + 1)
        }
        #expect(!house.transitions.contains("enter school"))
    }

    @Test("Of two devices that came home together, the one that goes on to speak tells")
    func together() {
        var house = House()
        for device in ["phone", "car"] { house.fix(House.office, device: device, at: 0) }
        for (step, second) in [600.0, 700, 800, 900].enumerated() {
            for (index, device) in ["phone", "car"].enumerated() {
                house.fix(
                    House.home.north(3000 - 1000 * Double(step)), device: device,
                    at: second + Double(index))
            }
        }
        for second in stride(from: 1800.0, to: 90000, by: 600) { house.fix(House.home, at: second) }
        #expect(house.alice.place == ID(checked: "home"))
    }

    @Test("A tablet at home that drifts across the street moves nobody", arguments: [1, 2, 3])
    func drift(_ count: Int) {
        var house = House()
        house.fix(House.home, device: "pad", at: 0)
        house.fix(House.home, at: 1)
        for (step, second) in [600.0, 700, 800].enumerated() {
            house.fix(House.home.north(1000 * Double(step + 1)), at: second)
        }
        for second in [900.0, 1000, 2800] { house.fix(House.office, at: second) }
        house.fix(House.home, accuracy: 20, device: "pad", at: 3000)
        house.effects = []
        for index in 0..<count {
            house.fix(
                House.home.north(130), accuracy: 20, device: "pad", at: 4000 + 300 * Double(index))
        }
        for second in [5000.0, 6800, 8600] {
            house.fix(House.home, accuracy: 20, device: "pad", at: second)
        }
        #expect(house.transitions.isEmpty && house.alice.place == ID(checked: "office"))
    }
}
