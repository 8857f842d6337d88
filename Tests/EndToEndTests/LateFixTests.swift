import RoostCore
import RoostFormats
import SeededRandom
import TestBroker
import Testing

@Suite("Late fixes")
struct LateFixTests {
    /// A day of a phone that was offline: home, to work, home, by walks of 100 m per minute.
    private static func day() -> [(spot: Spot, age: Double)] {
        let metres =
            Array(repeating: 0.0, count: 10) + stride(from: 0, through: 3000, by: 100)
            + Array(repeating: 3000, count: 20) + stride(from: 3000, through: 0, by: -100)
            + Array(repeating: 0, count: 10)
        return metres.enumerated().map {
            (Spot.home.north($1), 7200 - 60 * Double($0))
        }
    }

    @Test("Late fixes give the same history in whatever order they arrive")
    func shuffled() async throws {
        try await Home.with { home in
            try await home.giveEachWork()
            let day = Self.day()
            let times = day.map { Age($0.age).time }
            var random = SeededRandom(seed: 8)
            let first = day.indices.prefix(1)
            let late = Array(day.indices.dropFirst())
            home.send(day, times, first + late, from: "alice")
            home.send(day, times, first + late.shuffled(using: &random), from: "bob")
            try await home.client.flush()
            for user in ["alice", "bob"] {
                try await eventually("the day of \(user)") {
                    home.transitions(of: user).count >= 4 ? () : nil
                }
            }
            let alice = try await home.history(of: "alice")
            let bob = try await home.history(of: "bob")
            #expect(
                alice.steps == ["leave home", "enter work-alice", "leave work-alice", "enter home"])
            #expect(alice.fixes.count == day.count)
            #expect(bob.fixes == alice.fixes)
            #expect(bob.comparable(as: "bob") == alice.comparable(as: "alice"))
            #expect(bob.visits.map { $0["arrived"] } == alice.visits.map { $0["arrived"] })
            #expect(bob.visits.map { $0["left"] } == alice.visits.map { $0["left"] })
            #expect(alice.visits.count == 3)

            // All of it comes again.
            home.send(day, times, Array(day.indices), from: "alice")
            home.send(day, times, day.indices.shuffled(using: &random), from: "bob")
            try await home.client.settle()
            #expect(try await home.history(of: "alice") == alice)
            #expect(try await home.history(of: "bob") == bob)
        }
    }

    /// Three weeks of a phone offline since then: 9 hours of each day at work, and 15 minutes now.
    private static func weeks() -> [(spot: Spot, age: Double)] {
        let age = 21 * 86_400.0
        return stride(from: age, through: 0, by: -600).map { age in
            let hour = (age / 3600).truncatingRemainder(dividingBy: 24)
            return (Spot.home.north((3..<12).contains(hour) || age < 900 ? 3000 : 0), age + 120)
        }
    }

    @Test("Three weeks of late fixes are recorded once each and cause alerts only for the present")
    func weeks() async throws {
        try await Home.with { home in
            try await home.giveEachWork()
            let weeks = Self.weeks()
            let times = weeks.map { Age($0.age).time }
            var random = SeededRandom(seed: 9)
            let late = Array(weeks.indices.dropFirst(100))
            for user in ["alice", "bob"] {
                home.send(weeks, times, weeks.indices.prefix(100), from: user)
            }
            try await home.client.settle()
            home.send(weeks, times, late, from: "alice")
            // Some have come before, and some come twice.
            let again = weeks.indices.prefix(200) + late + late.suffix(300)
            home.send(weeks, times, again.shuffled(using: &random), from: "bob")
            try await home.client.flush()
            for user in ["alice", "bob"] {
                try await home.waitFor(user, hand: "Work")
            }
            try await home.client.settle()
            let alice = try await home.history(of: "alice")
            let bob = try await home.history(of: "bob")
            #expect(alice.fixes.count == weeks.count)
            #expect(bob.fixes == alice.fixes)
            #expect(alice.visits.count == 2 * 21 + 2)
            #expect(bob.visits.map { $0["arrived"] } == alice.visits.map { $0["arrived"] })
            #expect(bob.visits.map { $0["left"] } == alice.visits.map { $0["left"] })
            #expect(bob.comparable(as: "bob") == alice.comparable(as: "alice"))
            for user in ["alice", "bob"] {
                #expect(home.alerts(user).map { $0["kind"] } == ["left", "arrived"])
            }
        }
    }

    @Test("A late fix is added to the history and does not change the present")
    func backfilled() async throws {
        try await Home.with { home in
            home.phone("alice").at(.home, .minutes(30))
            home.phone("alice").at(.home)
            try await home.waitFor("alice", hand: "home")
            home.phone("alice").at(.home.north(2000), .minutes(15))
            try await home.client.settle()
            #expect(home.presence(of: "alice")?["hand"] == "home")
            let history = try await home.history(of: "alice")
            #expect(history.fixes.count == 3)
            #expect(history.steps.isEmpty)
        }
    }

    @Test("A fix from the future counts as current and does not block later fixes")
    func future() async throws {
        try await Home.with { home in
            home.phone("alice").at(.home, Age(-86_400))
            try await home.waitFor("alice", hand: "home")
            home.phone("alice").at(.street)
            try await home.waitFor("alice", hand: "travelling")
        }
    }

    @Test("A fix from the future that is delivered twice is in the history once")
    func futureOnce() async throws {
        try await Home.with { home in
            let fix = Phone.location(.home, time: Age(-3600).time)
            for _ in 1...2 {
                home.client.post(fix, to: home.phone("alice").topic)
                try await home.client.settle()
            }
            #expect(try await home.history(of: "alice").fixes.count == 1)
        }
    }

    @Test("A fix that is delivered repeatedly is explained once, also if the gateway crashes")
    func explainedOnce() async throws {
        try await Home.with { home in
            home.phone("alice").at(.home, .minutes(1))
            try await home.waitFor("alice", hand: "home")
            // A thousand kilometres in a minute: rejected.
            let flight = Phone.location(.home.north(1_000_000), time: Age.now.time)
            let topic = home.phone("alice").topic
            for _ in 1...3 { home.client.post(flight, to: topic) }
            let why = try await home.save("alice", "presence/why", [:])
            let now = Timestamp(milliseconds: Int64(Age.now.time * 1000))
            let then = try await home.save("alice", "presence/why", ["at": .string(now.rfc3339)])
            let later = try await home.client.ask(
                "alice", "presence/why", ["at": "2100-01-01T00:00:00Z"])
            #expect(later.complaint == "out_of_range at")
            #expect(then["decisions"]?.array?.first?["rule"] == "fix_inside")
            #expect(
                then["sentence"]?.string?.hasPrefix("Alice is in Home, because phone") == true,
                "\(then.text)")
            let before = try await home.save(
                "alice", "presence/why", ["at": "2020-01-01T00:00:00Z"])
            #expect(before["decisions"]?.array?.isEmpty == true && before["sentence"] == .null)
            let rules = (why["decisions"]?.array ?? []).compactMap { $0["rule"]?.string }
            #expect(rules == ["fix_impossible", "fix_inside"])
            #expect(home.presence(of: "alice")?["hand"] == "home")
            #expect(try await home.history(of: "alice").fixes.count == 2)
            home.gateway.kill()
            try home.gateway.start()
            try await home.client.settle()
            let again = try await home.save("alice", "presence/why", [:])
            #expect(again["decisions"]?.array?.compactMap { $0["rule"]?.string } == rules)
        }
    }

    @Test("A coarse fix whose circle overlaps a place does not mean that the user left it")
    func coarse() async throws {
        try await Home.with { home in
            home.phone("alice").at(.home, .minutes(5))
            try await home.waitFor("alice", hand: "home")
            home.phone("alice").at(.home.north(1400), .now, accuracy: 1500)
            try await home.client.settle()
            #expect(home.presence(of: "alice")?["hand"] == "home")
            #expect(home.transitions(of: "alice").isEmpty)
        }
    }
}

extension Home {
    /// Alice and bob work at the same spot, each in their own place.
    fileprivate func giveEachWork() async throws {
        for user in ["alice", "bob"] {
            try await save(
                user, "place/save",
                Spot.home.north(3000).json.with("place", JSON("work-\(user)"))
                    .with("name", "Work"))
        }
    }

    fileprivate func send(
        _ day: [(spot: Spot, age: Double)], _ times: [Double], _ order: some Sequence<Int>,
        from user: String
    ) {
        for index in order {
            let fix = Phone.location(day[index].spot, time: times[index])
            client.post(fix, to: phone(user).topic)
        }
    }
}

extension History {
    /// The transitions without the names that only one user has.
    fileprivate func comparable(as user: String) -> [String] {
        transitions.map {
            "\(Home.step($0)) \($0["time"]?.string ?? "")".replacing("-\(user)", with: "")
        }
    }
}
