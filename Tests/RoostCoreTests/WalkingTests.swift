import RoostCore
import Testing

@Suite("Walking about inside after the door")
struct WalkingTests {
    private static let silent = 120.0

    /// alice walks from the kitchen to the hall, where her tag falls silent; her phone has been at
    /// home throughout.
    private static func gone(withSensor: Bool = false) -> House {
        var house = House.online()
        if withSensor {
            house.door(isOpen: true, at: 1)
            house.door(isOpen: false, at: 5)
        }
        house.fix(House.home, at: 10)
        for second in stride(from: 11.0, to: silent, by: 1) {
            house.hear(House.tag, by: second < 90 ? "n1" : "n2", -55, at: second)
            house.hear(House.bag, by: "n1", -60, at: second)
        }
        listen(&house, until: silent + 60)
        return house
    }

    /// The nodes go on to hear something of nobody's.
    private static func listen(_ house: inout House, until end: Double) {
        let start = house.engine.now.seconds(since: House.start).rounded(.up)
        for second in stride(from: start, to: end, by: 2) {
            house.hear(House.bag, by: "n1", -60, at: second)
            house.hear(House.bag, by: "n2", -70, at: second)
        }
    }

    private static func fix(_ activity: Activity?, metres: Double, at second: Double) -> Fix {
        var fix = Fix(
            coordinate: House.home.north(metres), accuracy: 10,
            time: House.start.advanced(bySeconds: second))
        fix.activity = activity
        return fix
    }

    @Test("Who seemed to go out and walks about at home with the phone is at home")
    func about() {
        var house = Self.gone()
        #expect(house.transitions == ["leave home"])
        house.take(Self.fix(.walking, metres: 8, at: 300), at: 300)
        #expect(house.alice.hand == .travelling, "one fix may be wrong")
        house.take(Self.fix(.walking, metres: -6, at: 400), at: 400)
        #expect(house.alice.place == ID(checked: "home"))
        house.take(Self.fix(.still, metres: -6, at: 900), at: 900)
        house.take(Self.fix(.walking, metres: 2, at: 3500), at: 3500)
        house.wait(until: 4000)
        #expect(house.alice.place == ID(checked: "home"), "she sat down, and got up")
        #expect(house.transitions == ["leave home", "enter home"])
    }

    @Test("So is who strolls in the garden, and a phone that lies there moves nowhere")
    func strolling() {
        let ways: [(metres: [Double], isBack: Bool)] = [
            ([25, -20, 20, -25], true), ([4, -4, 5, -3], false),
            // One wrong fix is no way.
            ([45, 0, 2, -2], false),
        ]
        for (metres, isBack) in ways {
            var house = Self.gone()
            for (index, metres) in metres.enumerated() {
                let second = 240 + 60 * Double(index)
                var fix = Self.fix(nil, metres: metres, at: second)
                fix.speed = 3 / 3.6
                house.take(fix, at: second)
            }
            #expect((house.alice.place == ID(checked: "home")) == isBack, "\(metres)")
        }
    }

    @Test("One noisy fix outside sends nobody out who walks about at home")
    func noise() {
        var house = Self.gone()
        for (metres, second) in [(8.0, 300.0), (-6, 400)] {
            house.take(Self.fix(.walking, metres: metres, at: second), at: second)
        }
        house.take(Self.fix(.still, metres: 66, at: 900), at: 900)
        house.take(Self.fix(.still, metres: 0, at: 960), at: 960)
        #expect(house.transitions == ["leave home", "enter home"])
    }

    @Test(
        "What a phone reports on the way, from a table or from outside brings nobody back",
        arguments: [
            "on the way": [(Activity.walking, 30.0, 150.0), (.walking, 50, 210)],
            "on a table": [(.still, 0, 300), (.still, 2, 400), (.still, 0, 900)],
            "for a moment": [(.walking, 0, 300), (.still, 2, 400), (.walking, 0, 2000)],
            "seldom": [(.walking, 0, 300), (.walking, 0, 1800)],
            "outside between": [(.walking, 0, 300), (.walking, 90, 360), (.walking, 0, 500)],
        ])
    func away(story: String, fixes: [(Activity, Double, Double)]) {
        var house = Self.gone()
        for (activity, metres, second) in fixes {
            house.take(Self.fix(activity, metres: metres, at: second), at: second)
        }
        #expect(house.alice.hand == .travelling, "\(story)")
    }

    @Test("Nobody went out by silence alone while the door stayed shut, by its sensor")
    func shut() {
        var house = Self.gone(withSensor: true)
        Self.listen(&house, until: 1200)
        #expect(house.transitions.isEmpty)
        #expect(house.alice.place == ID(checked: "home"))
        // Others go in and out for an hour.
        for second in stride(from: 1200.0, to: 4800, by: 300) {
            house.door(isOpen: true, at: second)
            house.door(isOpen: false, at: second + 4)
            Self.listen(&house, until: second + 40)
        }
        #expect(house.transitions.isEmpty, "nor did they later")
    }
}
