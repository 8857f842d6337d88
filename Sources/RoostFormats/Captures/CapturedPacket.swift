import RoostCore

/// A packet of a capture, as far as it can hold advertisements.
struct CapturedPacket {
    enum Content {
        /// An HCI event from its code on, with its adapter if the capture tells them apart.
        case event(adapter: UInt16?, ArraySlice<UInt8>)
        /// A packet from the air, and the advertisement if it was one.
        case linkLayer(Advertisement?)
        /// Traffic to a controller, and data of connections.
        case other
        /// A link type that is not known here.
        case unknown

        var adapter: UInt16? {
            if case .event(let adapter, _) = self { adapter } else { nil }
        }
    }

    var time: Timestamp?
    var content: Content
}

/// Reads the packets of a capture in one file format.
protocol PacketReader: Sendable {
    /// The next packet; `nil` at the end.
    mutating func next() throws(CaptureError) -> CapturedPacket?
}

extension CapturedPacket.Content {
    /// A packet of a serial line: it starts with a byte for its type, of which 4 is an event.
    init(h4 bytes: ArraySlice<UInt8>) {
        self = bytes.first == 4 ? .event(adapter: nil, bytes.dropFirst()) : .other
    }

    /// A message of Linux' monitor channel; opcode 3 is an event.
    init(monitor opcode: UInt16, adapter: UInt16, _ bytes: ArraySlice<UInt8>) {
        self = opcode == 3 ? .event(adapter: adapter, bytes) : .other
    }
}
