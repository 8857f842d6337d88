import RoostCore

/// Google's open beacon; one device may send several kinds of frame in turn.
public enum Eddystone: Hashable, Sendable {
    /// The beacon's identity. `txPower` is in dBm at 0 m.
    case uid(txPower: Int8, namespace: [UInt8], instance: [UInt8])
    /// A page to open. `txPower` is in dBm at 0 m.
    case url(txPower: Int8, String)
    case telemetry(Telemetry)
    /// Telemetry that only the owner of an EID beacon can read.
    case encryptedTelemetry
    /// A changing identity of eight bytes, which anybody with the key can compute. `txPower` is in
    /// dBm at 0 m.
    case ephemeralID(txPower: Int8, [UInt8])

    /// The state of the beacon itself.
    public struct Telemetry: Hashable, Sendable {
        /// The battery in mV; `nil` for a beacon with another supply.
        public var batteryMillivolts: UInt16?
        /// In °C, in steps of 1/256; `nil` for a beacon without a thermometer.
        public var temperature: Double?
        /// How many frames of all kinds it has sent since it was started.
        public var advertisementCount: UInt32
        /// How long ago it was started, in tenths of a second.
        public var uptimeTenths: UInt32
    }

    /// Reads the data of the service 0xFEAA.
    init?(serviceData: ArraySlice<UInt8>) {
        var reader = ByteReader(serviceData)
        switch reader.byte() {
        case 0x00:
            // Some leave out the two reserved bytes at the end.
            guard let power: Int8 = reader.big(), let namespace = reader.take(10),
                let instance = reader.take(6)
            else { return nil }
            self = .uid(txPower: power, namespace: Array(namespace), instance: Array(instance))
        case 0x10:
            guard let power: Int8 = reader.big(), let url = EddystoneURL.text(reader.rest) else {
                return nil
            }
            self = .url(txPower: power, url)
        case 0x20:
            switch reader.byte() {
            case 0x00:
                guard let telemetry = Telemetry(&reader) else { return nil }
                self = .telemetry(telemetry)
            case 0x01 where reader.count == 16: self = .encryptedTelemetry
            default: return nil
            }
        case 0x30:
            guard let power: Int8 = reader.big(), let id = reader.take(8) else { return nil }
            self = .ephemeralID(txPower: power, Array(id))
        default:
            return nil
        }
    }

    /// What a receiver one metre away hears, in dBm: by the specification, 41 dB less than at 0 m.
    var calibratedPower: Int? {
        switch self {
        case .uid(let power, _, _), .url(let power, _), .ephemeralID(let power, _): Int(power) - 41
        case .telemetry, .encryptedTelemetry: nil
        }
    }

    /// The identity in the frame itself, if any.
    ///
    /// A page gives its beacon the id `eddystone-url:`, in lower case like every identity, unless
    /// it has a fragment: thermometers put their measurements there, so the page differs each
    /// minute.
    var beacon: BeaconID? {
        switch self {
        case .uid(_, let namespace, let instance):
            BeaconID(canonical: "eddystone:\(Hex.text(namespace)):\(Hex.text(instance))")
        case .url(_, let url):
            url.contains("#") ? nil : BeaconID(spelling: "eddystone-url:" + url)
        case .telemetry, .encryptedTelemetry, .ephemeralID: nil
        }
    }
}

extension Eddystone.Telemetry {
    fileprivate init?(_ reader: inout ByteReader) {
        guard reader.count == 12, let millivolts: UInt16 = reader.big(),
            let temperature: Int16 = reader.big(), let count: UInt32 = reader.big(),
            let tenths: UInt32 = reader.big()
        else { return nil }
        batteryMillivolts = millivolts == 0 ? nil : millivolts
        self.temperature = temperature == .min ? nil : Double(temperature) / 256
        advertisementCount = count
        uptimeTenths = tenths
    }
}

/// Eddystone's compression of web addresses.
private enum EddystoneURL {
    private static let schemes = ["http://www.", "https://www.", "http://", "https://"]
    private static let endings = [".com", ".org", ".edu", ".net", ".info", ".biz", ".gov"]

    /// `nil` for an undefined scheme or character.
    static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        guard let scheme = bytes.first, scheme < schemes.count else { return nil }
        var text = schemes[Int(scheme)]
        for byte in bytes.dropFirst() {
            switch byte {
            case 0..<7: text += endings[Int(byte)] + "/"
            case 7..<14: text += endings[Int(byte) - 7]
            case 0x21...0x7e: text.unicodeScalars.append(Unicode.Scalar(byte))
            default: return nil
            }
        }
        return text
    }
}
