import RoostFormats
import Testing

@testable import roost_edge

@Suite("Detecting a deaf node")
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

    @Test("Many devices falling silent within a minute indicate a deaf radio")
    func neighbourhood() {
        let deafness = deafness(devices: 6)
        #expect(deafness.reason(at: Air.moment(730)) == nil)
        #expect(deafness.reason(at: Air.moment(820))?.contains("6 devices") == true)
        // It is told once, not with each second that passes.
        #expect(deafness.reason(at: Air.moment(820)) == deafness.reason(at: Air.moment(2000)))
    }

    @Test("A few devices falling silent do not indicate a deaf radio", arguments: [0, 1, 3])
    func family(_ devices: Int) {
        #expect(deafness(devices: devices).reason(at: Air.moment(9000)) == nil)
    }

    @Test("Phones and short-term visitors do not count")
    func visitors() {
        let phones = deafness(devices: 20, isRandom: true)
        #expect(phones.reason(at: Air.moment(9000)) == nil)
        let guests = deafness(devices: 20, seconds: 300)
        #expect(guests.reason(at: Air.moment(9000)) == nil)
    }

    @Test("A single advertisement shows that the radio hears")
    func recovers() {
        var deafness = deafness(devices: 6)
        hear(&deafness, 1, at: 1000)
        #expect(deafness.reason(at: Air.moment(1001)) == nil)
    }

    @Test("Devices that leave one by one do not indicate a deaf radio")
    func trickle() {
        var deafness = deafness(devices: 6)
        for second in 701..<1000 { hear(&deafness, 1, at: Double(second)) }
        #expect(deafness.reason(at: Air.moment(2000)) == nil)
    }
}

@Suite("Rate of advertisements")
struct RateTests {
    @Test("The rate is that of the last whole minute, or of the time so far before that")
    func rate() {
        var rate = Rate()
        #expect(rate.perSecond(at: Air.moment(0)) == 0)
        for tenth in 0..<300 { rate.count(at: Air.moment(Double(tenth) / 10)) }
        #expect(rate.perSecond(at: Air.moment(30)) == 10)
        for tenth in 300..<900 { rate.count(at: Air.moment(Double(tenth) / 10)) }
        #expect(rate.perSecond(at: Air.moment(90)) == 10)
    }
}
