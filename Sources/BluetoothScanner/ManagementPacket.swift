/// A packet of the kernel's management socket: a code, an adapter, and parameters.
///
/// Source: BlueZ, doc/mgmt-api.txt. All numbers are little-endian.
struct ManagementPacket: Hashable {
    var code: UInt16
    /// 0xFFFF if it belongs to none.
    var adapter: UInt16
    var parameters: [UInt8]

    static let noAdapter: UInt16 = 0xffff

    init(code: UInt16, adapter: UInt16, parameters: [UInt8] = []) {
        self.code = code
        self.adapter = adapter
        self.parameters = parameters
    }

    init?(_ bytes: ArraySlice<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count >= 6 else { return nil }
        let length = Int(bytes.little16(at: 4) ?? 0)
        guard bytes.count >= 6 + length else { return nil }
        code = bytes.little16(at: 0) ?? 0
        adapter = bytes.little16(at: 2) ?? 0
        parameters = Array(bytes[6..<6 + length])
    }

    var bytes: [UInt8] {
        code.littleEndianBytes + adapter.littleEndianBytes
            + UInt16(parameters.count).littleEndianBytes + parameters
    }

    enum Command {
        static let readAdapters: UInt16 = 0x0003
        static let readInfo: UInt16 = 0x0004
        static let setPowered: UInt16 = 0x0005
        static let setLowEnergy: UInt16 = 0x000d
        static let setDefaults: UInt16 = 0x004c
        static let readMonitorFeatures: UInt16 = 0x0051
        static let addMonitor: UInt16 = 0x0052
        static let removeMonitor: UInt16 = 0x0053
    }

    enum Event {
        static let complete: UInt16 = 0x0001
        static let status: UInt16 = 0x0002
        static let adapterAdded: UInt16 = 0x0004
        static let adapterRemoved: UInt16 = 0x0005
        static let newSettings: UInt16 = 0x0006
        static let deviceFound: UInt16 = 0x0012
        static let monitorRemoved: UInt16 = 0x002c
        static let monitorFoundDevice: UInt16 = 0x002f
    }

    enum Status {
        static let success: UInt8 = 0x00
        static let unknownCommand: UInt8 = 0x01
        static let failed: UInt8 = 0x03
        static let notSupported: UInt8 = 0x0c
        static let invalidParameters: UInt8 = 0x0d
        static let invalidAdapter: UInt8 = 0x11
        static let blocked: UInt8 = 0x12
        static let denied: UInt8 = 0x14
    }

    /// Bits of an adapter's settings.
    enum Setting {
        static let powered: UInt32 = 1 << 0
        static let lowEnergy: UInt32 = 1 << 9
    }
}
