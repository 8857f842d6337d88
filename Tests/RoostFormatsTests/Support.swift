import RoostCore
import RoostFormats

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

extension Dialects {
    func read(_ topic: String, _ payload: String, isRetained: Bool = false) -> Incoming {
        read(topic: topic, payload: bytes(payload), isRetained: isRetained)
    }

    func reason(_ topic: String, _ payload: String, isRetained: Bool = false) -> Refusal.Reason? {
        read(topic, payload, isRetained: isRetained).reason
    }
}

extension Incoming {
    var reason: Refusal.Reason? {
        if case .refused(let refusal) = self { refusal.reason } else { nil }
    }

    var events: [Event] {
        if case .events(let events) = self { events } else { [] }
    }

    var request: Request? {
        if case .request(let request) = self { request } else { nil }
    }

    var fix: Fix? {
        if case .fix(let fix, _) = events.first { fix } else { nil }
    }

    var sightings: [Sighting]? {
        if case .sightings(let batch) = events.first { batch.sightings } else { nil }
    }
}

/// A generator whose every run is the same.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
