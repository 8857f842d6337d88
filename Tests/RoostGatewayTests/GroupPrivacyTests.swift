import RoostCore
import SeededRandom
import Testing

@testable import RoostGateway

/// Whatever people do with groups, each reads what a plain list of who may read what says, and no more.
@Suite("Privacy of groups")
struct GroupPrivacyTests {
    @Test(
        "After each of many random steps every user sees exactly what they may",
        arguments: 1...5)
    func everybody(seed: UInt64) throws {
        try Gateway.with("group") { gateway in
            var random = SeededRandom(seed: seed)
            var town = Town()
            for user in Town.users {
                try gateway.change(.saveUser(User(id: user, name: "\(user)")))
            }
            for step in 0..<150 {
                let deed = town.deed(step, &random)
                try deed.perform(gateway)
                try town.look(gateway, after: "seed \(seed), step \(step): \(deed)")
            }
            #expect(town.seen > 100, "others saw too little for this to prove anything")
        }
    }
}
