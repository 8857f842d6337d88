import RoostCore
import RoostFormats
import Testing

@testable import RoostGateway

@Suite("Notes nearby")
struct NearbyNoteTests {
    private func withGateway(_ body: (Gateway) throws -> Void) throws {
        try Gateway.with("note", body)
    }

    /// So many metres north of alice's home.
    private func spot(_ north: Double) -> JSON {
        [
            "lat": JSON(floatLiteral: homeCenter.latitude + north / 111_195),
            "lon": JSON(floatLiteral: homeCenter.longitude),
        ]
    }

    private func walk(_ gateway: Gateway, to north: Double, at second: Double) throws {
        try gateway.apply(.fix(fix(north: north, at: second), of: phone), at: second)
    }

    private func texts(_ gateway: Gateway, _ user: ID<User> = alice) -> [String] {
        gateway.alerts(.noteNearby, user).map(\.text)
    }

    @Test("A user who comes near a note is told once a day, but not where they wrote it")
    func comingNear() throws {
        try withGateway { gateway in
            try walk(gateway, to: 3000, at: 10)
            try gateway.ask(
                alice, "save", spot(5000).with("text", "The good bakery\nClosed on Mondays"))
            try gateway.ask(alice, "save", spot(3010).with("text", "Written here"))
            try walk(gateway, to: 4000, at: 300)
            try walk(gateway, to: 4850, at: 600)
            #expect(texts(gateway).isEmpty)
            try walk(gateway, to: 4950, at: 630)
            #expect(texts(gateway) == ["The good bakery (50 m away)."])
            let alert = try #require(gateway.alerts(.noteNearby, alice).first)
            let json = try JSON(alert.jsonBytes)
            #expect(json["title"] == "Note nearby: The good bakery")
            #expect(json["note"] != nil && json["author"] == "alice")
            #expect(json["url"]?.string?.hasPrefix("geo:52.5612") == true)
            try walk(gateway, to: 5120, at: 700)
            try walk(gateway, to: 5000, at: 1300)
            #expect(texts(gateway).count == 1, "still near")
            try walk(gateway, to: 9000, at: 3000)
            try walk(gateway, to: 5000, at: 6000)
            #expect(Set(gateway.alerts(.noteNearby, alice).map(\.id)).count == 1, "the same day")
            try walk(gateway, to: 9000, at: 50_000)
            try walk(gateway, to: 5000, at: 90_000)
            #expect(Set(gateway.alerts(.noteNearby, alice).map(\.id)).count == 2)
            try walk(gateway, to: 3000, at: 95_000)
            #expect(texts(gateway).last == "Written here (10 m away).")
        }
    }

    @Test("Whose first word came late is told as they come near after it")
    func afterLateWord() throws {
        try withGateway { gateway in
            let cafe = spot(5000).with("text", "Cafe").with("visibility", "everyone")
            try gateway.ask(bob, "save", cafe)
            try gateway.apply(.fix(fix(north: 4000, at: 100), of: phone), at: 400)
            try walk(gateway, to: 5005, at: 700)
            #expect(texts(gateway) == ["Bob: Cafe (less than 20 m away)."])
        }
        // A radio cell's guess shows nobody away from where they are.
        try withGateway { gateway in
            let cafe = spot(5000).with("text", "Cafe").with("visibility", "everyone")
            try gateway.ask(bob, "save", cafe)
            var guess = fix(north: 6300, at: 100)
            guess.accuracy = 1500
            try gateway.apply(.fix(guess, of: phone), at: 100)
            try walk(gateway, to: 5005, at: 130)
            #expect(texts(gateway).isEmpty)
        }
    }

    @Test("Several notes nearby cause one alert, and notes at home cause none")
    func several() throws {
        try withGateway { gateway in
            try walk(gateway, to: 3000, at: 10)
            for (north, text) in [(0, "Home"), (4000, "One"), (4030, "Two"), (4060, "Three")] {
                try gateway.ask(alice, "save", spot(Double(north)).with("text", .string(text)))
            }
            try walk(gateway, to: 4000, at: 600)
            #expect(texts(gateway) == ["One (less than 10 m away), and 2 more."])
            try walk(gateway, to: 90, at: 4000)
            try walk(gateway, to: 0, at: 4100)
            #expect(texts(gateway).count == 1)
        }
    }

    @Test("Other users' notes are announced only to those who may read them")
    func others() throws {
        try withGateway { gateway in
            try walk(gateway, to: 3000, at: 10)
            for (text, visibility) in [
                ("Mine", "private"), ("Ours", "friends"), ("All", "everyone"),
            ] {
                let north: Double = ["Mine": 5000, "Ours": 6000, "All": 7000][text] ?? 0
                try gateway.ask(
                    bob, "save",
                    spot(north).with("text", .string(text))
                        .with("visibility", .string(visibility)))
            }
            func pass(_ second: Double) throws {
                for step in 0...5 {
                    try walk(
                        gateway, to: 3000 + 1000 * Double(step), at: second + 600 * Double(step))
                }
            }
            try pass(1000)
            #expect(texts(gateway) == ["Bob: All (less than 10 m away)."])
            try gateway.change(
                .saveShare(Share(owner: bob, viewer: .user(alice), level: .presence)))
            try pass(90_000)
            #expect(texts(gateway).suffix(2).map { $0.prefix(9) } == ["Bob: Ours", "Bob: All "])
            #expect(texts(gateway, bob).isEmpty)
        }
    }

    @Test("A group's notes are announced only while their author is a member, even mid-turn")
    func groups() throws {
        try withGateway { gateway in
            try walk(gateway, to: 3000, at: 10)
            let group: JSON = ["group": "walkers", "members": ["alice"]]
            try gateway.ask(bob, "save", group, noun: "group")
            for (north, text) in [(5000.0, "One"), (6000, "Two")] {
                try gateway.ask(
                    bob, "save",
                    spot(north).with("text", .string(text)).with("group", "walkers"))
            }
            try walk(gateway, to: 5000, at: 1000)
            #expect(texts(gateway) == ["Bob: One (less than 10 m away)."])
            // In the same turn, which is written when it is over.
            let rest = gateway.engine.household.groups[ID(checked: "walkers")]?.without(bob)
            let change = try #require(rest.map(HouseholdChange.saveGroup))
            gateway.hold(.household([change]), at: 2000)
            try walk(gateway, to: 6000, at: 2000)
            #expect(texts(gateway).count == 1)
        }
    }

    @Test(
        "A note hidden, deleted or moved in the turn in which somebody comes near is not announced"
    )
    func takenBack() throws {
        try withGateway { gateway in
            try walk(gateway, to: 3000, at: 10)
            for number in 0..<5 {
                try gateway.ask(
                    bob, "save",
                    spot(5000 + 1000 * Double(number)).with("note", .string("n\(number)"))
                        .with("text", .string("n\(number)")).with("visibility", "everyone"))
            }
            func come(_ number: Int) {
                let (north, second) = (5000 + 1000 * Double(number), 1000 * Double(number + 1))
                gateway.hold(.fix(fix(north: north, at: second), of: phone), at: second)
            }
            come(0)
            try gateway.ask(bob, "delete", ["note": "n0"])
            come(1)
            try gateway.ask(bob, "save", ["note": "n1", "visibility": "private", "revision": 1])
            come(2)
            try gateway.ask(bob, "save", spot(0).with("note", "n2").with("revision", 1))
            #expect(texts(gateway).isEmpty)
            come(3)
            try gateway.ask(bob, "save", ["note": "n3", "text": "New", "revision": 1])
            #expect(texts(gateway) == ["Bob: New (less than 10 m away)."])
            come(4)
            try gateway.change(.deleteUser(bob))
            #expect(texts(gateway).count == 1)
        }
    }

    @Test("A new note beside an announced one is announced, and alerts are five minutes apart")
    func newBesideOld() throws {
        try withGateway { gateway in
            try walk(gateway, to: 3000, at: 10)
            try gateway.ask(alice, "save", spot(5000).with("text", "Old").with("note", "n"))
            try gateway.ask(alice, "save", spot(5300).with("text", "Further on"))
            try walk(gateway, to: 5010, at: 600)
            try walk(gateway, to: 5150, at: 660)
            try walk(gateway, to: 5290, at: 720)
            #expect(texts(gateway) == ["Old (10 m away)."], "one in five minutes")
            try gateway.ask(
                bob, "save",
                spot(5020).with("text", "New").with("note", "n").with("visibility", "everyone"))
            try walk(gateway, to: 5180, at: 1100)
            try gateway.ask(
                bob, "save", ["note": "n", "text": "New, mended", "revision": 1])
            try walk(gateway, to: 5010, at: 1200)
            #expect(texts(gateway).last == "Bob: New, mended (10 m away).")
        }
    }

    @Test("Quiet hours suppress the alert, and a note passed then is announced the next time")
    func quiet() throws {
        try withGateway { gateway in
            try gateway.ask(alice, "save", ["quiet_hours": "14:00-15:00"], noun: "settings")
            try walk(gateway, to: 3000, at: 10)
            try gateway.ask(alice, "save", spot(5000).with("text", "Here"))
            try walk(gateway, to: 5000, at: 600)
            try walk(gateway, to: 3000, at: 1800)
            #expect(texts(gateway).isEmpty)
            try walk(gateway, to: 5000, at: 3600)
            #expect(texts(gateway).count == 1)
        }
    }

    @Test("No notes are announced for an inaccurate position, or with the alert muted")
    func uncertain() throws {
        try withGateway { gateway in
            try walk(gateway, to: 3000, at: 10)
            try gateway.ask(alice, "save", spot(5000).with("text", "Here"))
            var rough = fix(north: 5000, at: 600)
            rough.accuracy = 1500
            try gateway.apply(.fix(rough, of: phone), at: 600)
            #expect(texts(gateway).isEmpty)
            try gateway.ask(
                alice, "save", ["alerts": ["note_nearby": false]], noun: "settings")
            try walk(gateway, to: 5000, at: 1200)
            #expect(texts(gateway).isEmpty)
        }
    }
}
