import RoostCore

/// How the packets of a pcapng file are written, as far as they are Bluetooth's
/// (tcpdump.org/linktypes.html).
enum LinkType: UInt16 {
    case h4 = 187
    case h4WithDirection = 201
    /// Low Energy on the air, from the access address on.
    case linkLayer = 251
    case monitor = 254
    case linkLayerWithRadioHeader = 256
    case nordicSniffer = 272
}

extension CapturedPacket.Content {
    /// A packet of pcapng, by its link type.
    init(linkType: UInt16, _ packet: ArraySlice<UInt8>) {
        switch LinkType(rawValue: linkType) {
        case .h4:
            self.init(h4: packet)
        case .h4WithDirection:
            // Four bytes give the direction, which the packet's type implies.
            self.init(h4: packet.dropFirst(4))
        case .monitor:
            var reader = ByteReader(packet)
            guard let adapter: UInt16 = reader.big(), let opcode: UInt16 = reader.big() else {
                self = .other
                return
            }
            self.init(monitor: opcode, adapter: adapter, reader.rest)
        case .linkLayer:
            self = .linkLayer(LinkLayerPacket(packet, isCoded: false)?.advertisement)
        case .linkLayerWithRadioHeader:
            self = .linkLayer(LinkLayerPacket(radioHeader: packet)?.advertisement)
        case .nordicSniffer:
            self = .linkLayer(LinkLayerPacket(nordicSniffer: packet)?.advertisement)
        case nil:
            self = .unknown
        }
    }
}
