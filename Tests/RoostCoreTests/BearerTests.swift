import SeededRandom
import Testing

@testable import RoostCore

@Suite("Who bears a beacon")
struct BearerTests {
    @Test("The least of those who claim it, whoever lets go", arguments: 0..<20)
    func bearers(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var household = Household()
        let beacons = (0..<3).map { BeaconID(canonical: "mac:a4c13800000\($0)") }
        for _ in 0..<80 {
            let name = Int.random(in: 0..<4, using: &random)
            let (item, user) = (ID<Item>(checked: "i\(name)"), ID<User>(checked: "u\(name)"))
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                household.apply(
                    .saveItem(
                        Item(
                            id: item, owner: user, name: "I",
                            beacon: beacons.randomElement(using: &random))))
            case 1: household.apply(.deleteItem(item))
            case 2:
                let some = beacons.shuffled(using: &random).prefix(2)
                household.apply(.saveUser(User(id: user, name: "U", beacons: Array(some))))
            default: household.apply(.deleteUser(user))
            }
            for beacon in beacons {
                let items = household.items.values.filter { $0.beacon == beacon }
                let users = household.users.values.filter { $0.beacons.contains(beacon) }
                let all =
                    items.map { Household.Bearer.item($0.id) }
                    + users.map { Household.Bearer.user($0.id) }
                #expect(household.bearers[beacon] == all.min())
            }
        }
    }
}
