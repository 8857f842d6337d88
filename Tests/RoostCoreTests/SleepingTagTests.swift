import RoostCore
import Testing

/// alice wears a tag that sends only while it is moved, and a phone.
@Suite("Tags that sleep while they lie still")
struct SleepingTagTests {
    /// She turns over in each quarter of an hour, until `end`.
    private func quietDay(until end: Double) -> House {
        var house = House.online()
        house.fix(House.home, at: 0)
        for start in stride(from: 1.0, to: end, by: 900) {
            house.hear(House.tag, by: "n1", -58, from: start, to: start + 13, every: 6)
        }
        return house
    }

    /// She gets up at `second`, and no node hears her pass the door.
    private func getUp(_ house: inout House, at second: Double) {
        house.hear(House.tag, by: "n1", -58, from: second, to: second + 13, every: 6)
    }

    /// Her phone walks away as she gets up, a fix a minute.
    private func walk(steps: Int) -> House {
        var house = quietDay(until: 7000)
        house.fix(House.home, at: 7195)
        getUp(&house, at: 7200)
        for step in 1...steps {
            house.fix(House.home.north(85 * Double(step)), at: 7220 + 60 * Double(step))
        }
        return house
    }

    @Test("Whoever walks away with a phone has left, although the tag may be asleep at home")
    func walkedAway() {
        var house = walk(steps: 4)
        #expect(house.transitions == ["leave home"])
        // She sits in a cafe, and her phone goes on to speak.
        house.fix(House.home.north(400), at: 8400)
        #expect(house.alice.place == nil)
        house.fix(House.home.north(100), at: 9000)
        house.hear(House.tag, by: "n2", -56, at: 9060)
        house.hear(House.tag, by: "n2", -56, at: 9066)
        #expect(house.transitions == ["leave home", "enter home"])
    }

    @Test("A phone that errs while the tag sleeps, long after it was last moved, sends nobody out")
    func erringPhone() {
        var house = quietDay(until: 7000)
        getUp(&house, at: 7200)
        house.fix(House.home, at: 7500)
        for step in 0..<5 {
            house.fix(House.home.north(250 + 20 * Double(step)), at: 7560 + 40 * Double(step))
        }
        #expect(house.transitions.isEmpty)
    }

    @Test("Whose phone goes out just as they sit down is at home again once their tag wakes")
    func lentPhone() {
        var house = walk(steps: 2)
        house.hear(House.tag, by: "n1", -58, from: 7380, to: 7410, every: 6)
        house.fix(House.home.north(250), at: 7420)
        #expect(house.transitions == ["leave home", "enter home"])
    }

    @Test("A tag that is not due yet is not silent", arguments: [65.0, 120])
    func slowTag(interval: Double) {
        var house = House.online()
        house.fix(House.home, at: 0)
        house.hear(House.tag, by: "n1", -58, from: 1, to: 3600, every: interval)
        let last = house.engine.now.seconds(since: House.start)
        house.fix(House.home, at: last + 1)
        // Her phone is taken to the shop.
        for step in 1...3 {
            house.fix(House.home.north(100 + 100 * Double(step)), at: last + 20 * Double(step))
        }
        house.hear(House.tag, by: "n1", -58, at: last + interval)
        #expect(house.transitions.isEmpty)
    }
}
