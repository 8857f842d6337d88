import RoostFormats
import Testing

@testable import roost_edge

@Suite("A node that hears nothing though it should")
struct DeafnessTests {
    /// Devices that are heard each second.
    private func deafness(devices: Int, seconds: Int = 700, isRandom: Bool = false) -> Deafness {
        var deafness = Deafness()
        for second in 0..<seconds {
            for device in 0..<devices {
                let address = UInt64(device) + (isRandom ? 0x4000_0000_0000 : 0)
                hear(&deafness, address, at: Double(second), isRandom: isRandom)
            }
        }
        return deafness
    }

    private func hear(
        _ deafness: inout Deafness, _ address: UInt64, at second: Double, isRandom: Bool = false
    ) {
        let heard = Air.heard(address, at: second, isRandom: isRandom)
        deafness.hear(heard.advertisement, at: heard.moment)
    }

    @Test("A neighbourhood that falls silent in one minute is the radio's fault")
    func neighbourhood() {
        let deafness = deafness(devices: 6)
        #expect(deafness.reason(at: Air.moment(730)) == nil)
        #expect(deafness.reason(at: Air.moment(820))?.contains("6 devices") == true)
    }

    @Test("A family that leaves with its things is not", arguments: [0, 1, 3])
    func family(_ devices: Int) {
        #expect(deafness(devices: devices).reason(at: Air.moment(9000)) == nil)
    }

    @Test("Phones, and guests of a few minutes, do not count")
    func visitors() {
        let phones = deafness(devices: 20, isRandom: true)
        #expect(phones.reason(at: Air.moment(9000)) == nil)
        let guests = deafness(devices: 20, seconds: 300)
        #expect(guests.reason(at: Air.moment(9000)) == nil)
    }

    @Test("One advertisement shows that it hears")
    func recovers() {
        var deafness = deafness(devices: 6)
        hear(&deafness, 1, at: 1000)
        #expect(deafness.reason(at: Air.moment(1001)) == nil)
    }

    @Test("Devices that left one by one do not make the last silence suspicious")
    func trickle() {
        var deafness = deafness(devices: 6)
        for second in 701..<1000 { hear(&deafness, 1, at: Double(second)) }
        #expect(deafness.reason(at: Air.moment(2000)) == nil)
    }
}

@Suite("How much is heard")
struct RateTests {
    @Test("It is that of the last whole minute, and before there was one of what there was")
    func rate() {
        var rate = Rate()
        #expect(rate.perSecond(at: Air.moment(0)) == 0)
        for tenth in 0..<300 { rate.count(at: Air.moment(Double(tenth) / 10)) }
        #expect(rate.perSecond(at: Air.moment(30)) == 10)
        for tenth in 300..<900 { rate.count(at: Air.moment(Double(tenth) / 10)) }
        #expect(rate.perSecond(at: Air.moment(90)) == 10)
    }
}
