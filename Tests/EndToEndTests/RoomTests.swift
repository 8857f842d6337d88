import RoostFormats
import TestBroker
import Testing

@Suite("Rooms")
struct RoomTests {
    private static let tag = "known:a4c138000001"

    @Test("ESPresense sightings move an item from room to room")
    func moves() async throws {
        try await Home.with { home in
            try await home.giveAliceTag()
            home.scanner("Hall", status: "online")
            home.scanner("Kitchen", status: "online")
            home.scanner("Kitchen", hears: Self.tag, -75)
            try await home.waitForItem("tag", "room", "kitchen")
            home.scanner("Hall", hears: Self.tag, -50)
            try await home.waitForItem("tag", "room", "hall")
            try await home.client.settle()
            #expect(
                home.transitions(of: "alice") == [
                    "tag: leave home/kitchen", "tag: enter home/hall",
                ])
            #expect(home.item("tag")?["node"] == "hall")
        }
    }

    @Test("A node that goes offline freezes its items' rooms until it is back")
    func frozen() async throws {
        try await Home.with { home in
            try await home.giveAliceTag()
            home.phone("alice").at(.home)
            home.scanner("Hall", status: "online")
            home.scanner("Kitchen", status: "online")
            home.scanner("Hall", hears: Self.tag, -60)
            try await home.waitForItem("tag", "with_owner", "yes")
            home.scanner("Hall", status: "offline")
            try await home.waitForItem("tag", "with_owner", "cannot_tell")
            #expect(home.item("tag")?["room"] == "hall")
            // The neighbour hears it through the wall, and must not claim it.
            home.scanner("Kitchen", hears: Self.tag, -75)
            try await home.client.settle()
            #expect(home.item("tag")?["room"] == "hall")
            home.scanner("Hall", status: "online")
            home.scanner("Hall", hears: Self.tag, -60)
            try await home.waitForItem("tag", "with_owner", "yes")
            try await home.client.settle()
            #expect(home.item("tag")?["room"] == "hall")
            #expect(home.transitions(of: "alice").isEmpty)
        }
    }

    @Test("A user's own beacon sets their room, and a drifting phone does not move them")
    func fusion() async throws {
        try await Home.with { home in
            try await home.save(
                nil, "user/save", ["user": "alice", "beacons": ["mac:a4c138000002"]])
            home.phone("alice").at(.home, .minutes(10))
            try await home.waitFor("alice", hand: "home")
            home.node("kitchen-1").hears("mac:a4c138000002")
            try await home.client.wait(for: "roost/user/alice/presence") { $0["room"] == "kitchen" }
            home.phone("alice").at(.street)
            try await home.client.settle()
            #expect(home.presence(of: "alice")?["hand"] == "home")
            #expect(home.presence(of: "alice")?["room"] == "kitchen")
            #expect(home.transitions(of: "alice") == ["enter home/kitchen"])
        }
    }

    @Test("Five spellings of the same tag are one beacon")
    func spellings() async throws {
        try await Home.with { home in
            try await home.giveAliceKeys()
            let uuid = "f7826da6-4fa2-4e98-8024-bc5b71e0893e"
            for spelling in [
                "ibeacon:\(uuid):1:7", "iBeacon:\(uuid)-1-7", "\(uuid.uppercased())-1-7",
                "ibeacon:\(uuid.replacing("-", with: "")):1:7", "\(uuid)_1_7",
            ] {
                let answer = try await home.client.ask(
                    "bob", "item/save", ["name": "Mine", "beacon": JSON(spelling)])
                #expect(answer.complaint == "conflict beacon", "\(spelling)")
            }
        }
    }
}

extension Home {
    fileprivate func giveAliceTag() async throws {
        try await save(
            "alice", "item/save", ["name": "Tag", "kind": "bag", "beacon": "mac:a4c138000001"])
    }

    fileprivate func scanner(_ room: String, hears id: String, _ rssi: Int) {
        client.post(
            ["id": JSON(id), "rssi": .init(integerLiteral: rssi), "mac": "a4c138000001"],
            to: "espresense/devices/\(id)/\(room.lowercased())")
    }

    fileprivate func scanner(_ room: String, status: String) {
        client.post(
            Array(status.utf8), to: "espresense/rooms/\(room.lowercased())/status", retained: true)
    }
}
