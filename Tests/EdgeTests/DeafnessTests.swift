import RoostCore
import RoostFormats
import Testing

@testable import roost_edge

@Suite("A node that hears nothing though it should")
struct DeafnessTests {
    private func deafness(devices: Int, seconds: Int = 30) -> Deafness {
        var deafness = Deafness()
        for second in 0..<seconds {
            for device in 0..<devices {
                deafness.hear(
                    Air.heard(UInt64(device), at: Double(second)).advertisement,
                    at: Air.time(Double(second)))
            }
        }
        return deafness
    }

    @Test("A neighbourhood that falls silent in one minute is the radio's fault")
    func neighbourhood() {
        let deafness = deafness(devices: 6)
        #expect(deafness.reason(at: Air.time(60)) == nil)
        #expect(deafness.reason(at: Air.time(150))?.contains("6 devices") == true)
    }

    @Test("A family that leaves with its tags is not", arguments: [0, 1, 3])
    func family(_ devices: Int) {
        #expect(deafness(devices: devices).reason(at: Air.time(3600)) == nil)
    }

    @Test("One advertisement shows that it hears")
    func recovers() {
        var deafness = deafness(devices: 6)
        deafness.hear(Air.heard(1, at: 200).advertisement, at: Air.time(200))
        #expect(deafness.reason(at: Air.time(201)) == nil)
    }

    @Test("Devices that left one by one do not make the last silence suspicious")
    func trickle() {
        var deafness = deafness(devices: 6)
        for second in 31..<200 {
            deafness.hear(
                Air.heard(1, at: Double(second)).advertisement, at: Air.time(Double(second)))
        }
        #expect(deafness.reason(at: Air.time(400)) == nil)
    }
}
