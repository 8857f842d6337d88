/// A command to a controller (Core Specification, volume 4, part E, 7).
struct HCICommand: Hashable {
    var opcode: UInt16
    var parameters: [UInt8] = []

    /// With the byte that marks it as a command for the kernel.
    var packet: [UInt8] {
        [1] + opcode.littleEndianBytes + [UInt8(parameters.count)] + parameters
    }

    enum Opcode {
        static let readLocalCommands: UInt16 = 0x1002
        static let setScanParameters: UInt16 = 0x200b
        static let setScanEnable: UInt16 = 0x200c
        static let setExtendedScanParameters: UInt16 = 0x2041
        static let setExtendedScanEnable: UInt16 = 0x2042
    }

    static let readLocalCommands = HCICommand(opcode: Opcode.readLocalCommands)

    /// Passive, from the public address, for all advertisers; on the 1M PHY, which all devices use.
    static func scanParameters(_ options: ScannerOptions, isExtended: Bool) -> HCICommand {
        let times =
            ScanTiming.units(options.interval).littleEndianBytes
            + ScanTiming.units(options.window).littleEndianBytes
        return isExtended
            ? HCICommand(
                opcode: Opcode.setExtendedScanParameters, parameters: [0, 0, 1, 0] + times)
            : HCICommand(opcode: Opcode.setScanParameters, parameters: [0] + times + [0, 0])
    }

    /// Without filtering duplicates: each packet is reported, even one like the last.
    static func scan(_ isOn: Bool, isExtended: Bool) -> HCICommand {
        let on: UInt8 = isOn ? 1 : 0
        return isExtended
            ? HCICommand(opcode: Opcode.setExtendedScanEnable, parameters: [on, 0, 0, 0, 0, 0])
            : HCICommand(opcode: Opcode.setScanEnable, parameters: [on, 0])
    }

    static func isScanEnable(_ opcode: UInt16) -> Bool {
        opcode == Opcode.setScanEnable || opcode == Opcode.setExtendedScanEnable
    }
}
