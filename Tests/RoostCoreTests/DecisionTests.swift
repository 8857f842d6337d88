import RoostCore
import Testing

@Suite("When decisions about people were made")
struct DecisionTests {
    /// The rules by which it was decided where alice is, and the second by which each is dated.
    private func dates(_ house: House) -> [String] {
        house.decisions.filter { $0.item == nil }
            .map { "\($0.rule) \(Int($0.time.seconds(since: House.start)) / 10 * 10)" }
    }

    @Test("A fix is decided upon as of its own time, and its age as of when it was too old")
    func aged() {
        var house = House()
        house.fix(House.home, at: 0, arriving: 5)
        house.wait(until: 50 * 3600)
        #expect(
            dates(house) == ["fix_inside 0", "fix_too_old 43200", "no_sign_of_life 172800"])
    }

    @Test("Of a phone that may only be passing it is said where it is, and what would show more")
    func passing() throws {
        var house = House()
        house.fix(House.home, at: 0)
        var fix = Fix(
            coordinate: House.office, accuracy: 10, time: House.start.advanced(bySeconds: 300))
        fix.speed = 20
        house.take(fix, at: 300)
        let told = house.decisions.last
        #expect(told?.rule == "fix_far_outside")
        #expect(
            told?.evidence.map(\.text) == [
                "phone is inside Office within 10 m, which does not yet show that it came"
            ])
        let more = told?.counterfactuals.first
        let text = "Another fix of phone in or beside Office, more than 59 s after the last"
        #expect(more?.text == text)
        let needed = try #require(more?.needed)
        for second in [needed - 1, needed + 1] {
            var house = house
            house.fix(House.office, at: 300 + second)
            #expect((house.alice.place == ID(checked: "office")) == (second > needed))
        }
    }

    @Test("A phone is as far outside as its newest fix, from whatever is nearest")
    func outside() {
        var house = House()
        house.fix(House.home, at: 0)
        house.fix(House.office.north(300), at: 600)
        let told = house.decisions.last?.evidence.map(\.text)
        #expect(
            told == ["phone is outside every place within 10 m, 240 m from the nearest boundary"])
    }

    @Test("A room is lost as of when it was last heard, not as of an older fix")
    func lostRoom() throws {
        var house = House.online()
        house.fix(House.home, at: 0)
        house.hear(House.tag, by: "n1", -55, from: 1, to: 100, every: 1)
        house.wait(until: 1000)
        #expect(dates(house) == ["fix_inside 0", "heard 0", "fix_inside 90"])
    }

    @Test("A silence decides as of when it is too long; a tag that is given away, as of then")
    func silent() {
        var house = House()
        house.hear(House.tag, by: "n1", -60, from: 0, to: 100, every: 5)
        house.wait(until: 1000)
        house.hear(House.tag, by: "n1", -60, from: 1000, to: 1100, every: 5)
        house.change(.saveUser(User(id: House.alice, name: "Alice")), at: 1110)
        let told = dates(house)
        #expect(told.first == "heard 0" && told.last == "no_evidence 1110", "\(told)")
        let silent = house.decisions.first { $0.rule == "silent" }?.time
        #expect(silent.map { (150..<400).contains($0.seconds(since: House.start)) } ?? false)
    }
}
