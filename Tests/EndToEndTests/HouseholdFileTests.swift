import RoostFormats
import TestBroker
import Testing

@Suite("The household as a file")
struct HouseholdFileTests {
    @Test("Importing an export reproduces the household, via a gateway or into a folder")
    func roundTrip() async throws {
        try await Home.with { home in
            try await home.furnishFully()
            let file = "\(home.broker.directory)/house.yaml"
            let household = try await home.save(nil, "household/export", [:])
            let exported = try await home.roost("export")
            try write(exported, to: file)
            for word in ["alice", "kitchen-1", "keys", "place", "bob", "08:00", "#3366ff", "2.5"] {
                #expect(exported.contains(word), "\(word)")
            }

            try await Home.with(isFurnished: false) { other in
                for _ in 1...2 {
                    try await other.roost("import", file)
                    #expect(try await other.roost("export") == exported)
                }
                #expect(try await other.save(nil, "household/export", [:]) == household)
            }

            let data = "\(home.broker.directory)/another"
            for _ in 1...2 {
                let result = try await RoostProcess.result(of: "import", file, "--data", data)
                #expect(result.status == 0, "\(result.output)")
                let again = try await RoostProcess.result(of: "export", "--data", data)
                #expect(again.status == 0)
                #expect(again.output == exported)
            }
        }
    }

    @Test("An import takes effect at once, even into the folder of a running gateway")
    func live() async throws {
        try await Home.with { home in
            let file = "\(home.broker.directory)/more.yaml"
            try write("users:\n  - { user: carol, name: Carol }\n", to: file)
            try await home.roost("import", file, "--data", "\(home.broker.directory)/data")
            try await home.client.wait(for: "roost/user/carol/presence") { $0["name"] == "Carol" }
            // The gateway of this folder is not necessarily the one at the usual address.
            let nameless = try await RoostProcess.result(
                of: "import", file, "--data", "\(home.broker.directory)/data")
            #expect(nameless.status > 0)
            #expect(nameless.output.contains("is in use by a gateway"), "\(nameless.output)")
            // What the file omits stays.
            let users = try await home.save(nil, "user/list", [:])["users"]?.array
            #expect(users?.map { $0["user"] } == ["alice", "bob", "carol"])
        }
    }

    @Test(
        "An import names what somebody may see or owns who did not before",
        arguments: [false, true])
    func given(isDirect: Bool) async throws {
        try await Home.with { home in
            try await home.giveAliceKeys()
            try await home.save("bob", "group/save", ["group": "fam", "name": "Family"])
            try await home.save(
                "bob", "place/save",
                ["place": "den", "name": "Den", "kind": "other", "lat": 1, "lon": 2, "radius": 50])
            try await home.save(
                "bob", "share/save", ["viewer": "alice", "level": "place", "hours": "08:00-09:00"])
            if isDirect { #expect(try await home.gateway.stop() == 0) }
            let file = "\(home.broker.directory)/old.yaml"
            let old = """
                users: [{ user: carol, name: Carol, admin: true }, { user: alice, admin: true }]
                places: [{ place: den, shared: true }]
                items: [{ item: keys, owner: bob }]
                shares:
                  - { owner: alice, viewer: bob, level: exact }
                  - { owner: alice, viewer: everyone, level: presence }
                  - { owner: carol, viewer: bob, level: exact }
                  - { owner: bob, viewer: alice, level: place, hours: null }
                groups: [{ group: fam, owner: alice, members: [bob] }]

                """
            try write(old, to: file)
            let way =
                isDirect
                ? ["--data", "\(home.broker.directory)/data"] : ["--broker", home.broker.url]
            func given() async throws -> [String] {
                let result = try await RoostProcess.result(of: ["import", file] + way)
                #expect(result.status == 0, "\(result.output)")
                return result.output.split(separator: "\n").dropFirst().map(String.init)
            }
            #expect(
                try await given() == [
                    "alice is now an administrator",
                    "everyone may now see den",
                    "the item keys is now bob's, and was alice's",
                    "bob may now see alice: exact",
                    "everyone may now see alice: presence",
                    "alice may now see bob: place",
                    "the group fam is now alice's, and was bob's",
                    "alice is now in the group fam",
                ])
            #expect(try await given().isEmpty)
        }
    }

    @Test("A thing that an import into a folder gives to somebody else is not where it was before")
    func handedOver() async throws {
        try await Home.with { home in
            try await home.giveAliceKeys()
            home.node("kitchen-1").hears()
            try await home.waitForItem("keys", "room", "kitchen")
            #expect(try await home.gateway.stop() == 0)
            let file = "\(home.broker.directory)/more.yaml"
            let other = "ibeacon:f7826da6-4fa2-4e98-8024-bc5b71e0893e:1:8"
            try write("items:\n  - { item: keys, owner: bob, beacon: '\(other)' }\n", to: file)
            let result = try await RoostProcess.result(
                of: "import", file, "--data", "\(home.broker.directory)/data")
            #expect(result.status == 0, "\(result.output)")
            try home.gateway.start()
            let state = try await home.client.wait(for: "roost/user/bob/item/keys")
            #expect(state["room"] == .null && state["last_seen"] == .null, "\(state.text)")
            try await home.client.waitForClearing(of: "roost/user/alice/item/keys")
        }
    }

    @Test("All presences of a household of 600 are published, and again after a restart")
    func hundreds() async throws {
        try await Home.with(isFurnished: false) { home in
            let people = (100..<700).map { "p\($0)" }
            try await home.save(
                nil, "household/import", ["users": .array(people.map { ["user": .string($0)] })])
            for time in 1...2 {
                for person in people {
                    try await eventually("\(person) to be told for time \(time)") {
                        let told = home.client.messages(on: "roost/user/\(person)/presence")
                        return told.count >= time ? () : nil
                    }
                }
                guard time == 1 else { return }
                #expect(try await home.gateway.stop() == 0)
                try home.gateway.start()
            }
        }
    }

    @Test("An invalid file is refused as a whole, naming the entry and the field")
    func fault() async throws {
        try await Home.with { home in
            let file = "\(home.broker.directory)/bad.yaml"
            try write("users:\n  - { user: carol }\n  - { user: Dave! }\n", to: file)
            let before = try await home.roost("export")
            let data = "\(home.broker.directory)/another"
            for target in [["--broker", home.broker.url], ["--data", data]] {
                let result = try await RoostProcess.result(of: ["import", file] + target)
                #expect(result.status > 0)
                #expect(result.output.contains("users[1].user"), "\(result.output)")
            }
            #expect(try await home.roost("export") == before)
            let other = try await RoostProcess.result(of: "export", "--data", data)
            #expect(!other.output.contains("carol"))

            try write("users: [{ user: a }]\nitems: [{ item: i, owner: dave }]\n", to: file)
            for target in [["--broker", home.broker.url], ["--data", data]] {
                let result = try await RoostProcess.result(of: ["import", file] + target)
                #expect(result.output.contains("no such user (items[0].owner)"), "\(result.output)")
            }

            for text in ["hello", "- users", "5", "", "# nothing\n"] {
                try write(text, to: file)
                let result = try await RoostProcess.result(
                    of: ["import", file, "--broker", home.broker.url])
                #expect(result.status > 0, "\(text)")
                #expect(result.output.contains("users"), "\(result.output)")
            }

            try write("boats:\n  - { boat: x }\n", to: file)
            let unknown = try await RoostProcess.result(
                of: ["import", file, "--broker", home.broker.url])
            #expect(unknown.status > 0)
            #expect(unknown.output.contains("boats"))
        }
    }
}

extension Home {
    /// One of everything that a file can contain, with all its members.
    fileprivate func furnishFully() async throws {
        try await save(
            nil, "user/save",
            ["user": "bob", "devices": ["phone", "watch"], "beacons": ["mac:a4c138000002"]])
        try await giveAliceKeys()
        try await save(
            "alice", "place/save",
            [
                "place": "garden", "name": "Gärten: \"#1\"", "kind": "other",
                "polygon": [[47.1, 15.6], [47.2, 15.6], [47.2, 15.7]],
            ])
        try await save(
            "alice", "item/save",
            ["name": "Bag", "kind": "bag", "watch": ["home", "garden"], "range": 2.5])
        try await save(
            nil, "node/save",
            [
                "node": "door", "place": "home", "room": "hall", "exit": true,
                "position": [1, 2.5, 0],
            ])
        try await save(
            "alice", "share/save",
            ["viewer": "bob", "level": "place", "hours": "08:00-18:00", "until": 1_900_000_000])
        try await save("bob", "share/save", ["viewer": "everyone", "level": "presence"])
        try await save(
            "bob", "friend/save", ["friend": "alice", "color": "#3366ff", "order": 3])
    }
}
