public import RoostCore

extension BeaconID {
    /// Reads an identity in any of the spellings that scanners use, so that one tag is one beacon
    /// whichever scanner hears it.
    ///
    /// `nil` if there is no identity in the text, or if it is the fingerprint of a *type* of device
    /// (`apple:1005:9-24`) that several devices share.
    public init?(spelling: String) {
        self.init(spelling: Array(spelling.utf8)[...])
    }

    /// The same, or else a name that somebody gave the beacon in the settings of their scanners.
    ///
    /// `nil` if the text has a colon and is not an identity: it is then a type of device, which
    /// several devices share.
    init?(spellingOrName text: String) {
        let bytes = Array(text.utf8)[...]
        if let identity = Self.identity(bytes) {
            self.init(identity: identity)
            return
        }
        guard !bytes.contains(UInt8(ascii: ":")), !Self.isBrokenMAC(bytes),
            let name = ID<BeaconID>(from: text)
        else { return nil }
        self.init(canonical: "name:\(name)")
    }

    /// A spelling in valid UTF-8, without a string in between.
    init?(spelling bytes: ArraySlice<UInt8>) {
        guard let identity = Self.identity(bytes) else { return nil }
        self.init(identity: identity)
    }

    private init?(identity: String) {
        guard !identity.hasPrefix(Self.goveeModel) else { return nil }
        self.init(canonical: identity)
    }

    private static func identity(_ bytes: ArraySlice<UInt8>) -> String? {
        guard (1...128).contains(bytes.count) else { return nil }
        return dashedIBeacon(bytes) ?? canonical(bytes)
    }

    /// What all Govee thermometers send alike, the letters INTELLI_ROCKS_HW, so that it identifies
    /// none of them.
    private static let goveeModel = "ibeacon:494e5445-4c4c-495f-524f-434b535f4857"

    /// The most frequent spelling, that of Roost and ESPresense; `nil` for any other.
    ///
    /// It is `ibeacon:`, a UUID with dashes, and both numbers without leading zeros.
    private static func dashedIBeacon(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.count >= 48, bytes[bytes.startIndex] | 0x20 == UInt8(ascii: "i"),
            bytes[bytes.startIndex + 7] == UInt8(ascii: ":")
        else { return nil }
        var text = Array(bytes)
        for (index, letter) in iBeaconMark.enumerated() {
            guard text[index] | 0x20 == letter else { return nil }
            text[index] = letter
        }
        for index in 8..<44 {
            if index == 16 || index == 21 || index == 26 || index == 31 {
                guard text[index] == UInt8(ascii: "-") else { return nil }
            } else {
                guard Hex.isDigit(text[index]) else { return nil }
                text[index] |= 0x20
            }
        }
        guard BeaconSpelling.isSeparator(text[44]),
            let middle = text[45...].firstIndex(where: BeaconSpelling.isSeparator),
            isCanonicalNumber(text[45..<middle]), isCanonicalNumber(text[(middle + 1)...])
        else { return nil }
        text[44] = UInt8(ascii: ":")
        text[middle] = UInt8(ascii: ":")
        return String(decoding: text, as: UTF8.self)
    }

    private static func isCanonicalNumber(_ digits: ArraySlice<UInt8>) -> Bool {
        guard BeaconSpelling.number(digits) != nil else { return false }
        return digits.count == 1 || digits.first != UInt8(ascii: "0")
    }

    /// Whether the text is only pairs of hex digits, or six pairs of whatever somebody mistyped,
    /// which must not pass for a kind and its rest.
    private static func isBrokenMAC(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count(where: BeaconSpelling.isSeparator) > 2 else { return false }
        let parts = bytes.split(
            omittingEmptySubsequences: false, whereSeparator: BeaconSpelling.isSeparator)
        return parts.count == 6 && parts.allSatisfy { $0.count == 2 }
            || parts.allSatisfy { $0.allSatisfy(Hex.isDigit) }
    }

    private static func canonical(_ bytes: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7f }) else {
            return nil
        }
        if let mac = BeaconSpelling.mac(bytes) { return "mac:" + mac }
        if let beacon = BeaconSpelling.proximity(bytes) { return "ibeacon:" + beacon }
        if isBrokenMAC(bytes) { return nil }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let kind = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        let rest = bytes[(colon + 1)...]
        guard !rest.isEmpty, kind.utf8.first.map({ $0 &- UInt8(ascii: "a") < 26 }) == true,
            ID<BeaconID>(kind) != nil
        else { return nil }
        switch kind {
        case "mac", "known":
            return BeaconSpelling.mac(rest).map { "mac:" + $0 }
        case "ibeacon":
            return BeaconSpelling.proximity(rest).map { "ibeacon:" + $0 }
        case "irk":
            return BeaconSpelling.hex(rest, 32).map { "irk:" + $0 }
        case "eddystone", "eddy":
            return BeaconSpelling.eddystone(rest).map { "eddystone:" + $0 }
        case "name":
            // As names are read where a scanner gives one.
            return ID<BeaconID>(from: String(decoding: rest, as: UTF8.self)).map { "name:\($0)" }
        case "apple", "msft", "md", "sd", "ad", "exp":
            return nil
        case "smarttag" where rest.count <= 3:
            // The length of an advertisement, not a tag.
            return nil
        case "altbeacon":
            if let beacon = BeaconSpelling.proximity(rest) { return "altbeacon:" + beacon }
        default:
            if let mac = BeaconSpelling.mac(rest) { return kind + ":" + mac }
        }
        return text.lowercased()
    }
}

private let iBeaconMark = Array("ibeacon:".utf8)
