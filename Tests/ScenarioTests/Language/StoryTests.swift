import RoostCore
import RoostFormats
import Testing

/// A story with a wrong expectation must not pass.
@Suite("The language of stories")
struct StoryTests {
    private let bobForgetsHisWallet = [
        bob.phone.stays(at: home, "07:30"..."08:00"),
        wallet.heard(in: bedroom, "07:50"..."08:20"),
        bob.drivesToWork(at: "08:00", until: "08:20"),
    ]

    @Test("A story told as it went passes")
    func right() throws {
        let lines =
            bobForgetsHisWallet + [
                bob.isTold(.leftBehind, wallet, in: bedroom, "08:00"..."08:02"),
                bob.goes(.leaves(home, "08:00"..."08:02"), .enters(office)),
                bob.isShown(.travelling, at: "08:10"), home.holds(0, at: "08:10"),
            ]
        #expect(try Telling(lines).failures == [])
    }

    @Test("A missing alert and an unexpected one are both found")
    func alerts() throws {
        let moves = bob.goes(.leaves(home), .enters(office))
        let early = bob.isTold(.leftBehind, wallet, "07:00"..."07:10")
        #expect(try Telling(bobForgetsHisWallet + [moves]).failures.count == 1)
        #expect(try Telling(bobForgetsHisWallet + [moves, early]).failures.count == 2)
    }

    @Test("Unexpected, misordered and late moves are found")
    func moves() throws {
        let alert = bob.isTold(.leftBehind, wallet, "08:00"..."08:02")
        let wrong: [[Line]] = [
            [], [bob.goes(.leaves(home))], [bob.goes(.enters(office), .leaves(home))],
            [bob.goes(.leaves(home, "08:05"..."08:10"), .enters(office))],
        ]
        for moves in wrong {
            #expect(try !Telling(bobForgetsHisWallet + [alert] + moves).failures.isEmpty)
        }
    }

    @Test("A wrong state of a person, a thing, a friend, a place or an answer is found")
    func states() throws {
        let stays = [
            bob.phone.stays(at: home, "09:00"..."09:30"),
            wallet.heard(in: bedroom, "09:00"..."09:30"),
        ]
        let wrong: [[Line]] = [
            [bob.isShown(.travelling, at: "09:20")], [wallet.isWithOwner(.no, "09:20")],
            [wallet.isWithOwner(.yes, in: kitchen, "09:20")], [home.holds(2, at: "09:20")],
            [wallet.isWithOwner(.yes, isHeard: false, "09:20")],
            [alice.sees(bob, .at(home), at: "09:20")], [bob.walks(to: kitchen)],
            bob.asks("item/delete", ["item": "keys"], at: "09:20"),
        ]
        #expect(try Telling(stays).failures == [])
        for lines in wrong {
            #expect(try Telling(stays + lines).failures.count == 1, "\(lines.map(\.text))")
        }
    }
}
