// The numbers below are known to be good: a test that cannot be set up may crash.
// swift-format-ignore-file: NeverForceUnwrap

import Testing

@testable import RoostCore

@Suite("Which of several beacons is with its user")
struct WornBeaconTests {
    /// A beacon heard at home.
    private func witness(
        _ beacon: BeaconID, in room: String, for stay: Double, atRest rest: Double
    ) -> Fusion.RadioWitness {
        let now = House.start
        return Fusion.RadioWitness(
            beacon: beacon, name: beacon.rawValue,
            spot: .init(place: ID(checked: "home"), room: ID(checked: room)),
            around: [], area: .circle(center: House.home, radius: 60), audibility: .heard,
            lastHeard: now, since: now.advanced(bySeconds: -7200), before: nil,
            roomSince: now.advanced(bySeconds: -stay), rest: rest, wasAtExit: false,
            isReturning: false, confidence: 0.9, silenceTimeout: 30, awaited: nil, isPast: false)
    }

    private func room(_ witnesses: [Fusion.RadioWitness]) -> String? {
        let user = User(id: House.alice, name: "Alice", beacons: [House.tag, House.keys])
        let fusion = Fusion(
            user: user, track: UserTrack(), radio: witnesses, settings: EngineSettings())
        return fusion.worn(of: nil, at: House.start)?.spot.room?.rawValue
    }

    @Test("One that lies still tells no room, even if it seems to have changed rooms last")
    func lying() {
        let (watch, phone) = (House.tag, House.keys)
        #expect(
            room([
                witness(watch, in: "hall", for: 600, atRest: 5),
                witness(phone, in: "kitchen", for: 10, atRest: 3600),
            ]) == "hall")
        #expect(
            room([
                witness(watch, in: "hall", for: 600, atRest: 300),
                witness(phone, in: "kitchen", for: 10, atRest: 3600),
            ]) == "hall", "she sits")
    }

    @Test("One that is disturbed where it lies does not take the room from somebody who sits still")
    func disturbed() {
        for rest in [5.0, 1800] {
            #expect(
                room([
                    witness(House.tag, in: "living", for: 1800, atRest: 1800),
                    witness(House.keys, in: "hall", for: 7200, atRest: rest),
                ]) == "living")
        }
    }

    @Test("Of two that are moved, the one that changed rooms last tells")
    func carried() {
        #expect(
            room([
                witness(House.tag, in: "hall", for: 60, atRest: 5),
                witness(House.keys, in: "kitchen", for: 10, atRest: 20),
            ]) == "kitchen")
    }
}
