// The lists below are not empty: a test that cannot be set up may crash.
// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import SeededRandom

/// Somebody who goes about at home and out as it comes: the truth, with what they carry.
struct Wanderer {
    enum Spot: Hashable {
        case kitchen, hall
        /// So many metres north of home.
        case out(Double)
    }

    let user: ID<User>
    let tag: BeaconID?
    /// Seconds between two packets of the tag.
    let interval: Double
    /// Whether the tag sends only while it is moved.
    let sleeps: Bool
    let hasPhone: Bool
    /// Seconds between two fixes of the phone on the way, and while it lies still.
    let (period, pause): (Double, Double)
    let accuracy: Double
    let tellsSpeed: Bool

    private(set) var spot = Spot.kitchen
    /// Since when they are at home, or out.
    private(set) var since = 0.0
    private(set) var isMoving = false
    private(set) var lastMoved = 0.0
    /// Metres per second, when out.
    private(set) var speed = 1.4
    private var goal = 0.0
    private var until: Double
    private var willGoOut = false

    var isHome: Bool { metres == 0 }
    /// From home.
    var metres: Double { if case .out(let metres) = spot { metres } else { 0 } }

    static let office = House.office.distance(to: House.home)

    /// - Parameter tag: What they may wear.
    init(_ user: ID<User>, tag: BeaconID, using random: inout SeededRandom) {
        self.user = user
        let interval = [1.0, 1, 2, 3, 6, 10].randomElement(using: &random)!
        let sleeps = random.fraction() < 0.25
        let hasPhone = random.fraction() < 0.8
        // A tag that sleeps shows no leaving by itself.
        self.sleeps = sleeps && hasPhone
        // While it is moved, such a tag sends often.
        self.interval = self.sleeps ? min(3, interval) : interval
        self.hasPhone = hasPhone
        self.tag = !hasPhone || random.fraction() < 0.7 ? tag : nil
        period = [20, 60, 120].randomElement(using: &random)!
        pause = [600, 1800, 1e9].randomElement(using: &random)!
        accuracy = [5, 10, 20, 40].randomElement(using: &random)!
        tellsSpeed = random.fraction() < 0.6
        until = random.fraction() * 600 + 120
    }

    /// Whether the tag sends now, if its time has come.
    func isAwake(at second: Double) -> Bool { !sleeps || isMoving || second - lastMoved < 30 }

    /// A second passes.
    mutating func go(at second: Double, using random: inout SeededRandom) {
        defer { if isMoving { lastMoved = second } }
        switch spot {
        case .out(let metres): walk(from: metres, at: second, using: &random)
        case .kitchen, .hall:
            isMoving = spot == .hall
            guard second >= until else { return }
            move(at: second, using: &random)
        }
    }

    private mutating func move(at second: Double, using random: inout SeededRandom) {
        isMoving = true
        if spot == .kitchen {
            spot = .hall
            willGoOut = random.fraction() < 0.7
            until = second + 3 + random.fraction() * 15
        } else if willGoOut {
            (spot, since) = (.out(3), second)
            goal = [150, 200, 400, 1000, 3000, Self.office, Self.office].randomElement(
                using: &random)!
            speed = goal < 500 || random.fraction() < 0.6 ? 1.4 : 9
        } else {
            spot = .kitchen
            until = second + 60 + random.fraction() * 1500
        }
    }

    private mutating func walk(
        from metres: Double, at second: Double, using random: inout SeededRandom
    ) {
        guard metres != goal else {
            isMoving = false
            if second >= until { goal = 0 }
            return
        }
        isMoving = true
        let next = metres + min(abs(goal - metres), speed) * (goal > metres ? 1 : -1)
        if next == goal { until = second + 60 + random.fraction() * 2400 }
        if next <= 3, goal == 0 {
            (spot, since, willGoOut) = (.hall, second, false)
            until = second + 3 + random.fraction() * 10
        } else {
            spot = .out(next)
        }
    }
}
