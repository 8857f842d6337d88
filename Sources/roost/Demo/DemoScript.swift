import RoostCore

/// The events of the demo's morning, in seconds of the story: one is a minute on its clock.
enum DemoScript {
    /// How a person moves from one place to another.
    enum Pace {
        /// From room to room, which the phone does not notice.
        case indoors
        case walking, bus, car

        /// The speed that the phone reports, in metres per second.
        var speed: Double {
            switch self {
            case .indoors: 0
            case .walking: 1.4
            case .bus: 8.5
            case .car: 13
            }
        }
    }

    /// One trip of one person.
    struct Leg {
        var start: Double
        var end: Double
        var path: [DemoPoint]
        var pace: Pace

        init(_ start: Double, _ end: Double, _ pace: Pace, _ path: DemoPoint...) {
            self.start = start
            self.end = end
            self.pace = pace
            self.path = path
        }
    }

    /// The holder of an item from a moment on.
    enum Holder {
        case person(ID<User>)
        case spot(DemoPoint)
    }

    /// The length of the story, and the clock at its beginning in minutes after midnight.
    static let length = 70.0
    static let beginning = 7 * 60
    static let minutesPerSecond = 1.0
    /// From then on everyone is heard, before the story begins.
    static let prelude = -2.0
    /// Seconds of the story between two ticks.
    static let step = 0.5

    typealias Household = DemoHousehold

    static let beds: [ID<User>: DemoPoint] = [
        Household.alice: .bedroom, Household.bob: .kitchen, Household.finn: .living,
        Household.mia: .bedroom, Household.rosa: .rosa,
    ]

    // Outdoors every trip begins at a whole second, since phones report no fractions.
    static let legs: [ID<User>: [Leg]] = [
        Household.alice: [
            .init(1, 2, .indoors, .bedroom, .kitchen), .init(8, 9, .indoors, .kitchen, .hall),
            .init(13, 15, .walking, .hall, .gate), .init(15, 22, .walking, .gate, .park),
            .init(30, 37, .walking, .park, .corner), .init(38, 39, .walking, .corner, .door),
            .init(41, 42, .indoors, .door, .hall), .init(46, 47, .indoors, .hall, .living),
        ],
        Household.bob: [
            .init(4, 5, .indoors, .kitchen, .hall), .init(11, 13, .walking, .hall, .gate),
            .init(13, 23, .car, .gate, .crossing, .turningPoint),
            .init(24, 30, .car, .turningPoint, .crossing, .corner),
            .init(31, 32, .walking, .corner, .door),
            .init(33.5, 35, .indoors, .door, .hall, .kitchen),
            .init(36, 37, .indoors, .kitchen, .hall), .init(40, 42, .walking, .hall, .gate),
            .init(42, 52, .car, .gate, .crossing, .carPark),
            .init(53, 57, .walking, .carPark, .office),
        ],
        Household.finn: [
            .init(5, 6, .indoors, .living, .kitchen), .init(18, 19, .indoors, .kitchen, .hall),
            .init(25, 27, .walking, .hall, .gate), .init(27, 35, .bus, .gate, .entrance),
            .init(39, 40, .indoors, .entrance, .classroom),
        ],
        Household.mia: [
            .init(2, 3, .indoors, .bedroom, .bath), .init(9, 10, .indoors, .bath, .kitchen),
            .init(15, 16, .indoors, .kitchen, .hall), .init(21, 23, .walking, .hall, .gate),
            .init(23, 33, .walking, .gate, .entrance),
            .init(36, 37, .indoors, .entrance, .classroom),
        ],
        Household.rosa: [.init(14, 24, .walking, .rosa, .park)],
    ]

    static let holders: [ID<Item>: [(from: Double, holder: Holder)]] = [
        Household.officeKey: [(0, .spot(.kitchen)), (35, .person(Household.bob))],
        Household.laptop: bobsBag,
        Household.rex: [(0, .spot(.living)), (9, .person(Household.alice))],
        Household.schoolBag: [(0, .spot(.hall)), (21, .person(Household.mia))],
        Household.wallet: bobsBag,
    ]

    /// The bag of Bob, who puts it down in the hall while he fetches the key.
    private static let bobsBag: [(from: Double, holder: Holder)] = [
        (0, .spot(.hall)), (11, .person(Household.bob)), (34, .spot(.hall)),
        (40, .person(Household.bob)),
    ]

    /// The charge of a phone's battery in percent.
    static func battery(of user: ID<User>, at second: Double) -> Int {
        let used = Int(min(second, length) / 4)
        return switch user {
        case Household.finn: max(7, 18 - used)
        case Household.bob: 64 - used
        case Household.mia: 91 - used
        default: 78 - used
        }
    }

    static let narration: [(second: Double, text: String)] = [
        (0, "A new day: everybody is at home, and grandmother Rosa at hers"),
        (4, "Bob goes to the hall for his shoes; his office key lies in the kitchen"),
        (5, "Finn gets up; he forgot to charge his phone"),
        (9, "Alice puts the lead on Rex"),
        (11, "Bob leaves by car, without the key"),
        (13, "Alice and Rex walk to the park, and Rosa sets out to meet them"),
        (21, "Mia walks to school with her bag"),
        (23, "Bob looks at his phone, and turns round"),
        (25, "Finn takes the bus to school"),
        (30, "Bob is back, and runs to the kitchen"),
        (33, "Mia is at school, and Alice and Rex are on their way home"),
        (35, "Bob has the key"),
        (40, "Bob leaves again, this time with everything"),
        (42, "Alice and Rex are at home"),
        (57, "Bob is at the office"),
        (length, "The morning is over"),
    ]

    /// The position of a person, and how they move.
    static func state(of user: ID<User>, at second: Double) -> (point: DemoPoint, pace: Pace?) {
        let bed = beds[user] ?? .rosa
        guard let leg = legs[user]?.last(where: { $0.start <= second }) else { return (bed, nil) }
        let fraction = min(1, (second - leg.start) / (leg.end - leg.start))
        return (point(on: leg.path, fraction) ?? bed, fraction < 1 ? leg.pace : nil)
    }

    static func point(of item: ID<Item>, at second: Double) -> DemoPoint? {
        switch holders[item]?.last(where: { $0.from <= max(0, second) })?.holder {
        case .person(let user): state(of: user, at: second).point
        case .spot(let point): point
        case nil: nil
        }
    }

    private static func point(on path: [DemoPoint], _ fraction: Double) -> DemoPoint? {
        let sections = zip(path, path.dropFirst()).map { ($0, $1, $0.distance(to: $1)) }
        var left = fraction * sections.reduce(0) { $0 + $1.2 }
        for (from, to, length) in sections {
            if left <= length { return from.toward(to, length > 0 ? left / length : 0) }
            left -= length
        }
        return path.last
    }
}
