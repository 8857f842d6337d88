/// One of the messages that Apple's devices advertise.
///
/// They share one structure of manufacturer data, each with a type and a length.
enum AppleMessage {
    /// The messages after Apple's company identifier; one that claims more bytes than there are
    /// is left out.
    static func frames(_ bytes: ArraySlice<UInt8>) -> [Frame] {
        var frames: [Frame] = []
        var reader = ByteReader(bytes)
        while let type = reader.byte(), let length = reader.byte(),
            let message = reader.take(Int(length))
        {
            if let frame = frame(type, message) { frames.append(frame) }
        }
        return frames
    }

    private static func frame(_ type: UInt8, _ message: ArraySlice<UInt8>) -> Frame? {
        switch type {
        case 0x02: IBeacon(message).map(Frame.iBeacon)
        // What the device does, and flags.
        case 0x10: message.count >= 2 ? .appleContinuity : nil
        case 0x12: FindMy(message).map(Frame.findMy)
        default: .appleContinuity
        }
    }
}

/// A tag of Apple's Find My network, or an Apple device that has lost its connection to it.
///
/// Its address is part of a key that changes: it looks like a random static address but is not one.
struct FindMy: Hashable {
    /// 0...3: 1 is an AirTag, 2 another manufacturer's tag, 3 a pair of AirPods.
    var kind: UInt8

    init?(_ bytes: ArraySlice<UInt8>) {
        // With the owner near, the key is left out: two bytes instead of 25.
        guard bytes.count == 25 || bytes.count == 2, let status = bytes.first else { return nil }
        kind = status >> 4 & 0x3
    }
}
