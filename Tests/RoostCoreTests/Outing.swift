// swift-format-ignore-file: NeverForceUnwrap

@testable import RoostCore

/// alice's phone has a beacon, her tag of `House`, and sends fixes; otherwise only her things are
/// heard.
///
/// She goes out four times with all of it, and then only with her things.
enum Outing {
    static let things = [House.keys, House.wallet]
    static let hour = 3600.0
    /// From one outing to the next.
    static let round = 7480.0
    static let rounds = 4
    /// When she leaves on the tested morning, with only her things.
    static let morning = Double(rounds) * round + 4020

    /// All these are heard in a room, once every two seconds.
    static func lie(
        _ house: inout House, _ beacons: [BeaconID], inHall: Bool = false, from start: Double,
        to end: Double
    ) {
        for second in stride(from: start, to: end, by: 2) {
            for beacon in beacons {
                house.hear(beacon, by: inHall ? "n2" : "n1", -56, at: second)
                house.hear(beacon, by: inHall ? "n1" : "n2", -78, at: second + 0.05)
            }
        }
    }

    /// All these hang beside the node of the hall.
    static func hang(_ house: inout House, _ beacons: [BeaconID], at second: Double) {
        for beacon in beacons {
            house.hear(beacon, by: "n2", -56, at: second)
            house.hear(beacon, by: "n1", -78, at: second + 0.05)
        }
    }

    /// She goes out with her phone and `along`, and comes home.
    static func goOut(_ house: inout House, with along: [BeaconID], at start: Double) {
        house.fix(House.home, at: start - 200)
        lie(&house, things + [House.tag], from: start - 180, to: start - 16)
        let staying = things.filter { !along.contains($0) }
        for second in stride(from: start - 16, to: start + 160, by: 2) {
            lie(&house, staying, from: second, to: second + 2)
            guard second < start else { continue }
            lie(&house, along + [House.tag], inHall: true, from: second, to: second + 2)
        }
        for (metres, second) in [(300.0, 240.0), (900, 700), (900, 3000), (300, 6600)] {
            house.fix(House.home.north(metres), at: start + second)
        }
        house.fix(House.home, at: start + 7200)
        lie(&house, along + [House.tag], inHall: true, from: start + 7200, to: start + 7220)
        lie(&house, things + [House.tag], from: start + 7220, to: start + 7300)
    }

    /// She went out four times, of which she took `along` this often.
    static func learned(times: Int = rounds, with along: [BeaconID] = things) -> House {
        var house = House.withWallet()
        for number in 0..<rounds {
            goOut(
                &house, with: number < times ? along : [], at: 3600 + Double(number) * round)
        }
        return house
    }

    /// All of it went this many more times.
    static func go(_ house: inout House, _ times: Int, with company: Belonging.Company) {
        for item in ["keys", "wallet"].map(ID<Item>.init(checked:)) {
            for day in 0..<times {
                house.engine.users[House.alice]?.belongings?[item]?.noteGoing(
                    with: company, at: House.start.advanced(bySeconds: -86_400 * Double(day)))
            }
        }
    }

    /// The phone lies in the kitchen, where its fixes are too, while `gone` go out through the
    /// hall.
    static func forget(
        _ house: inout House, while gone: [BeaconID] = things, phoneStirs: Bool = false,
        at start: Double = morning, until end: Double = 300,
        each: (inout House, Double) -> Void = { _, _ in }
    ) {
        house.fix(House.home, at: start - 700)
        for second in stride(from: start - 600, to: start - 16, by: 2) {
            each(&house, second)
            lie(&house, things + [House.tag], from: second, to: second + 2)
        }
        for second in stride(from: start - 16, to: start + end, by: 2) {
            each(&house, second)
            // She walks back and forth.
            let stirs =
                phoneStirs && second > start - 8
                && (second / 40).truncatingRemainder(dividingBy: 2) < 1
            lie(&house, [House.tag], inHall: stirs, from: second, to: second + 2)
            lie(&house, things.filter { !gone.contains($0) }, from: second, to: second + 2)
            guard second < start else { continue }
            lie(&house, gone, inHall: true, from: second, to: second + 2)
        }
        house.fix(House.home, at: start + end)
    }

    static func ways(_ house: House) -> [String] {
        house.effects.compactMap { effect in
            guard case .announce(let step) = effect, step.subject == .user, step.room == nil,
                step.time >= House.start.advanced(bySeconds: morning - 600)
            else { return nil }
            return (step.isEntering ? "enter " : "leave ") + step.place.rawValue
        }
    }

    /// Half an hour later, nodes of the office hear her things.
    static func atTheOffice() -> House {
        var house = learned()
        house.change(
            .saveNode(
                Node(
                    id: ID(checked: "n3"), place: ID(checked: "office"), room: ID(checked: "desk"))),
            at: morning - 2000)
        forget(&house)
        for second in stride(from: morning + 1800, to: morning + 1900, by: 2) {
            for thing in things { house.hear(thing, by: "n3", -60, at: second) }
        }
        return house
    }
}
