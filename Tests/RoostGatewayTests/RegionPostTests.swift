// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import RoostFormats
import RoostStore
import Testing

@testable import RoostGateway

@Suite("Regions for phones")
struct RegionPostTests {
    private struct Sender {
        var engine = makeEngine()
        var post: RegionPost
        /// Phones that never spoke.
        var silent: Set<String> = ["deaf"]

        init(given: [DeviceKey: [GivenRegion]] = [:]) {
            post = RegionPost(engine.household, given: given)
        }

        /// What each phone is told after the changes, as `device: place, -place that is gone`.
        mutating func apply(_ changes: HouseholdChange...) -> [String] {
            for effect in engine.apply(.household(changes), at: start) {
                post.note(effect, users: engine.household.users.keys.sorted())
            }
            return told()
        }

        mutating func told(most: Int = .max) -> [String] {
            post.parcels(
                engine.household, most: most, to: { !silent.contains($0.device.name) }
            ).map { parcel in
                let places = parcel.news.map { region -> String in
                    let json = try? JSON(region.jsonBytes)
                    let isGone = json?["lat"] == -1_000_000
                    return (isGone ? "-" : "") + (json?["rid"]?.string ?? "?")
                }
                return "\(parcel.device.device.name): " + places.joined(separator: ", ")
            }
        }
    }

    private static func place(
        _ id: String, _ kind: Place.Kind = .other, of owner: ID<User>? = nil, radius: Double = 50,
        origin: String? = nil
    ) -> HouseholdChange {
        .savePlace(
            Place(
                id: ID(checked: id), name: id, kind: kind,
                area: .circle(center: homeCenter, radius: radius), owner: owner,
                isShared: owner == nil, origin: origin))
    }

    private static func users(_ devices: String...) -> HouseholdChange {
        .saveUser(User(id: alice, name: "Alice", devices: devices.compactMap { Device($0) }))
    }

    @Test("A phone gets what its user knows, and then only what changes")
    func changes() {
        var sender = Sender()
        #expect(sender.told() == ["phone: home"])
        #expect(sender.told().isEmpty)
        #expect(sender.apply(Self.place("choir", of: alice)) == ["phone: choir"])
        #expect(sender.apply(Self.place("secret", of: bob)).isEmpty)
        #expect(sender.apply(Self.place("choir", of: alice, radius: 80)) == ["phone: choir"])
        #expect(sender.apply(Self.place("choir", of: alice, radius: 80)).isEmpty)
        #expect(sender.apply(Self.place("choir", of: bob)) == ["phone: -choir"])
        #expect(sender.apply(Self.users("phone", "watch")) == ["watch: home"])
        #expect(sender.apply(.deletePlace(home)) == ["phone: -home", "watch: -home"])
    }

    @Test("What is too much for one turn is told in the next, to each phone once")
    func turns() {
        var sender = Sender()
        _ = sender.told()
        for name in ["carol", "dave"] {
            let user = User(
                id: ID(checked: name), name: name, devices: [Device(name)].compactMap { $0 })
            for effect in sender.engine.apply(.household([.saveUser(user)]), at: start) {
                sender.post.note(effect, users: sender.engine.household.users.keys.sorted())
            }
        }
        #expect(sender.told(most: 0).isEmpty)
        #expect(sender.told(most: 1) == ["carol: home"])
        #expect(sender.told(most: 1) == ["dave: home"])
        #expect(sender.told().isEmpty)
    }

    @Test("A phone that comes back to its user is given everything anew")
    func otherPhone() {
        var sender = Sender()
        _ = sender.told()
        #expect(sender.apply(Self.users("watch")) == ["phone: ", "watch: home"])
        #expect(sender.apply(Self.users("watch", "phone")) == ["phone: home"])
        #expect(sender.apply(.deleteUser(alice)).isEmpty)
        #expect(sender.apply(Self.users("phone")) == ["phone: home"])
    }

    @Test("A phone is told nothing before it speaks, and everything once it does")
    func unreachable() {
        var sender = Sender()
        _ = sender.told()
        #expect(sender.apply(Self.users("phone", "deaf")).isEmpty)
        sender.silent = []
        #expect(sender.told().isEmpty)
        let key = DeviceKey(user: alice, device: Device("deaf")!)
        sender.post.note(
            .record(fix(north: 0, at: 0), of: key),
            users: sender.engine.household.users.keys.sorted())
        #expect(sender.told() == ["deaf: home"])
        sender.post.note(
            .record(fix(north: 0, at: 1), of: key),
            users: sender.engine.household.users.keys.sorted())
        #expect(sender.told().isEmpty)
    }

    @Test("A region that was made on a phone of theirs is not given to it")
    func ownRegion() {
        var sender = Sender()
        _ = sender.told()
        #expect(sender.apply(Self.place("gym", of: alice, origin: "1700000001")).isEmpty)
    }

    @Test("Homes come before shops, and no more than iOS can watch")
    func most() {
        var sender = Sender()
        let shops = (10..<40).map { Self.place("shop\($0)", .shop, of: alice) }
        for effect in sender.engine.apply(.household(shops), at: start) {
            sender.post.note(effect, users: sender.engine.household.users.keys.sorted())
        }
        let first = (10..<24).map { "shop\($0)" }.joined(separator: ", ")
        #expect(sender.told() == ["phone: home, \(first)"])
        let told = sender.apply(Self.place("work", .work, of: alice))
        #expect(told == ["phone: work, -shop23"])
    }
}
