import RoostCore

@testable import RoostFormats

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
        switch self {
        case .partly(_, let refusal), .refused(let refusal): refusal.reason
        case .events, .request, .birth, .ignored: nil
        }
    }

    var refusal: Refusal? {
        if case .refused(let refusal) = self { refusal } else { nil }
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

/// The bytes that hex digits spell; spaces between them help to read.
func hex(_ digits: String) -> [UInt8] {
    guard let bytes = Hex.bytes(digits.filter { $0 != " " }) else {
        preconditionFailure("no hex digits: \(digits)")
    }
    return bytes
}

extension BluetoothAddress {
    /// `c0ffee000001`, a public address, or with a question mark a random one.
    init(_ digits: String) {
        self.init(
            UInt64(digits.prefix(12), radix: 16) ?? 0, isRandom: digits.hasSuffix("?"))
    }
}

extension ADStructure {
    /// The type and the value, without the length before them.
    var hex: String { Hex.text([type.rawValue] + value) }
}

extension AdvertisingData {
    /// One structure: its type and its value, to which the length is added here.
    init(structure: [UInt8]) {
        self.init([UInt8(structure.count)] + structure)
    }
}
