/// One value that a BTHome sensor reports.
public struct BTHomeObject: Hashable, Sendable {
    /// What the value measures, by its object id.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        public static let packetID = Kind(rawValue: 0x00)
        /// Per cent.
        public static let battery = Kind(rawValue: 0x01)
        /// °C.
        public static let temperature = Kind(rawValue: 0x02)
        /// Per cent.
        public static let humidity = Kind(rawValue: 0x03)
        /// hPa.
        public static let pressure = Kind(rawValue: 0x04)
        /// Lux.
        public static let illuminance = Kind(rawValue: 0x05)
        /// Volts.
        public static let voltage = Kind(rawValue: 0x0c)
    }

    public var kind: Kind
    /// In the unit of the kind; `nil` for text and raw bytes.
    public var value: Double?

    /// The objects in `bytes`, up to the first that is cut off or unknown: the length of an unknown
    /// one is unknown too.
    static func list(_ bytes: ArraySlice<UInt8>) -> [BTHomeObject] {
        var objects: [BTHomeObject] = []
        var reader = ByteReader(bytes)
        while let id = reader.byte(), let form = Form.of(id) {
            let length = form.length ?? reader.byte().map(Int.init) ?? .max
            guard let field = reader.take(length) else { break }
            objects.append(
                BTHomeObject(kind: Kind(rawValue: id), value: form.value(field)))
        }
        return objects
    }

    /// How a value is encoded.
    private struct Form {
        /// In bytes; `nil` if a byte before the value gives it.
        var length: Int?
        var isSigned = false
        /// How many steps of the raw number make one unit.
        var divisor = 1.0

        func value(_ field: ArraySlice<UInt8>) -> Double? {
            guard let length else { return nil }
            var reader = ByteReader(field)
            guard let number: Int64 = reader.little(bytes: length) else { return nil }
            let unused = 64 - 8 * length
            return Double(isSigned ? (number << unused) >> unused : number) / divisor
        }

        static func of(_ id: UInt8) -> Form? {
            switch id {
            case 0x00, 0x01, 0x09, 0x0f...0x11, 0x15...0x2f, 0x3a, 0x60, 0x64: Form(length: 1)
            case 0x46: Form(length: 1, divisor: 10)
            case 0x57, 0x59: Form(length: 1, isSigned: true)
            case 0x58: Form(length: 1, isSigned: true, divisor: 1 / 0.35)
            case 0x0d, 0x0e, 0x12, 0x13, 0x3c, 0x3d, 0x40, 0x48, 0x56, 0x61, 0xf0: Form(length: 2)
            case 0x03, 0x06, 0x07, 0x14, 0x44, 0x5e: Form(length: 2, divisor: 100)
            case 0x02, 0x08: Form(length: 2, isSigned: true, divisor: 100)
            case 0x0c, 0x43, 0x49, 0x51, 0x52: Form(length: 2, divisor: 1000)
            case 0x41, 0x47, 0x4a, 0x5f: Form(length: 2, divisor: 10)
            case 0x3f, 0x45: Form(length: 2, isSigned: true, divisor: 10)
            case 0x5a: Form(length: 2, isSigned: true)
            case 0x5d: Form(length: 2, isSigned: true, divisor: 1000)
            case 0xf2: Form(length: 3)
            case 0x04, 0x05, 0x0b: Form(length: 3, divisor: 100)
            case 0x0a, 0x42, 0x4b: Form(length: 3, divisor: 1000)
            case 0x3e, 0x50, 0xf1: Form(length: 4)
            case 0x4c...0x4f, 0x55: Form(length: 4, divisor: 1000)
            case 0x5b: Form(length: 4, isSigned: true)
            case 0x5c: Form(length: 4, isSigned: true, divisor: 100)
            case 0x62, 0x63: Form(length: 4, isSigned: true, divisor: 1_000_000)
            case 0x53, 0x54: Form(length: nil)
            default: nil
            }
        }
    }
}
