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
        case 0x10: NearbyInfo(message).map(Frame.nearbyInfo)
        case 0x12: FindMy(message).map(Frame.findMy)
        default: .appleContinuity(type: type)
        }
    }
}

/// What an Apple device in use tells other devices of its owner nearby: its activity, never its
/// identity.
public struct NearbyInfo: Hashable, Sendable {
    /// The activity, 0...15: 3 is idle, 5 audio, 7 screen on, 10 a worn watch, 11 in use, 13
    /// driving, 14 a call.
    public var action: UInt8
    /// Four bits about the device.
    public var status: UInt8
    /// Eight bits: 0x04 is Wi-Fi on, 0x20 a locked watch.
    public var flags: UInt8

    init?(_ bytes: ArraySlice<UInt8>) {
        var reader = ByteReader(bytes)
        guard let first = reader.byte(), let flags = reader.byte() else { return nil }
        action = first & 0x0f
        status = first >> 4
        self.flags = flags
    }
}

/// A tag of Apple's Find My network, or an Apple device that has lost its connection to it.
///
/// Its address is part of a key that changes: it looks like a random static address but is not one.
public struct FindMy: Hashable, Sendable {
    /// Whether its owner is near; if so, the key changes every quarter of an hour, else daily.
    public var isNearOwner: Bool
    public var battery: Battery
    /// 0...3: 1 is an AirTag, 2 another manufacturer's tag, 3 a pair of AirPods.
    public var kind: UInt8

    public enum Battery: UInt8, Hashable, Sendable {
        case full, medium, low, critical
    }

    init?(_ bytes: ArraySlice<UInt8>) {
        // With the owner near, the key is left out: two bytes instead of 25.
        guard bytes.count == 25 || bytes.count == 2, let status = bytes.first,
            let battery = Battery(rawValue: status >> 6)
        else { return nil }
        isNearOwner = bytes.count == 2
        self.battery = battery
        kind = status >> 4 & 0x3
    }
}
