/// What a test asks of the controllers in the guest, one line each.
public enum Request: Hashable, Sendable {
    /// `plug NAME KIND ADDRESS`.
    case plug(name: String, kind: VirtualController.Kind, address: [UInt8])
    /// `unplug NAME`.
    case unplug(name: String)
    /// `advertise NAME TAG public|random ADDRESS RSSI DATA COUNT MILLISECONDS TOGETHER`.
    case advertise(Broadcast)
    /// `stop TAG`.
    case stop(tag: String)

    /// `nil` for what is none of these lines.
    public init?(_ line: String) {
        let words = line.split { $0 == " " }.map(String.init)
        switch (words.first, words.count) {
        case ("plug", 4):
            guard let kind = VirtualController.Kind(rawValue: words[2]),
                let address = bytes(address: words[3])
            else { return nil }
            self = .plug(name: words[1], kind: kind, address: address)
        case ("unplug", 2):
            self = .unplug(name: words[1])
        case ("advertise", 10):
            guard let broadcast = Broadcast(Array(words[1...])) else { return nil }
            self = .advertise(broadcast)
        case ("stop", 2):
            self = .stop(tag: words[1])
        default:
            return nil
        }
    }
}

/// An advert that is repeated.
public struct Broadcast: Hashable, Sendable {
    /// The controller that is near enough to hear it.
    public var controller: String
    /// By what the answers call it.
    public var tag: String
    public var advert: Advert
    public var count: Int
    public var milliseconds: Int
    /// How many of them the controller tells of at once.
    public var together: Int

    fileprivate init?(_ words: [String]) {
        guard words[2] == "random" || words[2] == "public", let address = bytes(address: words[3]),
            let rssi = Int8(words[4]), let data = bytes(hex: words[5]), let count = Int(words[6]),
            let milliseconds = Int(words[7]), let together = Int(words[8]), together > 0
        else { return nil }
        controller = words[0]
        tag = words[1]
        advert = Advert(
            address: address, isRandom: words[2] == "random", rssi: rssi, data: data)
        self.count = count
        self.milliseconds = milliseconds
        self.together = together
    }
}

private func bytes(address: String) -> [UInt8]? {
    let parts = address.split(separator: ":", omittingEmptySubsequences: false)
    let bytes = parts.compactMap { UInt8($0, radix: 16) }
    return parts.count == 6 && bytes.count == 6 ? bytes : nil
}

private func bytes(hex: String) -> [UInt8]? {
    let digits = hex.compactMap(\.hexDigitValue)
    guard digits.count == hex.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map {
        UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
}
