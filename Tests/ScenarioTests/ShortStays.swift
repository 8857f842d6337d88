import RoostCore
import Testing

@Suite("Short stays")
struct ShortStays {
    private let bakery = Ground(id: "bakery", kind: "shop", east: 200, radius: 30)
    private let village = Ground(id: "the village", east: 6000)

    @Test("Bread from across the street: five minutes beside home count as a stay")
    func besideHome() throws {
        try story(in: .family.with(places: [bakery])) {
            bob.phone.stays(at: home, "07:30"..."08:00")
            bob.phone.goes(from: home, to: bakery, "08:00"..."08:02:30")
            bob.phone.stays(at: bakery, "08:02:50"..."08:08", every: 60)
            bob.phone.goes(from: bakery, to: home, "08:08"..."08:10:30")
            bob.phone.stays(at: home, "08:10:50"..."08:40")

            bob.isShown(.at(bakery), at: "08:07")
            bob.goes(
                .leaves(home), .enters(bakery, "08:02"..."08:07"), .leaves(bakery),
                .enters(home, "08:10"..."08:14"))
        }
    }

    @Test("A red light in front of the gym: stopping there on a drive is not a visit")
    func redLight() throws {
        try story {
            bob.phone.stays(at: home, "07:30"..."08:00")
            bob.phone.goes(from: home, to: gym, "08:00"..."08:04", every: 10)
            for second in [10.0, 25, 40] {
                bob.phone.says(gym, at: "08:04" + second, Manner(speed: 0))
            }
            bob.phone.goes(from: gym, to: village, "08:04:50"..."08:09", every: 10)
            bob.phone.stays(at: village, "08:09:20"..."08:40")

            bob.isShown(.travelling, at: "08:04:45")
            bob.goes(.leaves(home))
        }
    }

    @Test("Parking at the gym without any further message soon counts as being there")
    func parked() throws {
        try story {
            bob.phone.stays(at: home, "07:30"..."08:00")
            bob.phone.goes(from: home, to: gym, "08:00"..."08:04", every: 10)
            bob.phone.says(gym, at: "08:04:10", Manner(speed: 0))
            quiet(until: "08:30")

            bob.goes(.leaves(home), .enters(gym, "08:04"..."08:07"))
        }
    }
}
