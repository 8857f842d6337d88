import RoostCore

extension CapturedPacket.Content {
    /// A packet of pcapng, by its link type (tcpdump.org/linktypes.html).
    init(linkType: UInt16, _ packet: ArraySlice<UInt8>) {
        var reader = ByteReader(packet)
        switch linkType {
        case 187:
            self.init(h4: packet)
        case 201:
            // Four bytes give the direction, which the packet's type implies.
            self.init(h4: packet.dropFirst(4))
        case 254:
            guard let adapter: UInt16 = reader.big(), let opcode: UInt16 = reader.big() else {
                self = .other
                return
            }
            self.init(monitor: opcode, adapter: adapter, reader.rest)
        case 251:
            self = .linkLayer(LinkLayerPacket(reader.rest, isCoded: false)?.advertisement)
        case 256:
            self = .linkLayer(LinkLayerPacket(radioHeader: reader.rest)?.advertisement)
        case 272:
            self = .linkLayer(LinkLayerPacket(nordicSniffer: reader.rest)?.advertisement)
        default:
            self = .unknown
        }
    }
}
