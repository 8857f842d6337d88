import RoostCore

/// Google's open beacon; one device may send several kinds of frame in turn.
enum Eddystone: Hashable {
    /// The beacon's identity. `txPower` is in dBm at 0 m.
    case uid(txPower: Int8, namespace: [UInt8], instance: [UInt8])
    /// A page to open. `txPower` is in dBm at 0 m.
    case url(txPower: Int8, String)
    /// The state of the beacon itself.
    case telemetry
    /// The same for the owner of an EID beacon alone.
    case encryptedTelemetry
    /// A changing identity of eight bytes, which anybody with the key can compute. `txPower` is in
    /// dBm at 0 m.
    case ephemeralID(txPower: Int8, [UInt8])

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
            case 0x00 where reader.count == 12: self = .telemetry
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
