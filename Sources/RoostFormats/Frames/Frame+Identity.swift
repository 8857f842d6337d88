import RoostCore

extension Frame {
    /// The name of the format, for people.
    var kind: String {
        switch self {
        case .iBeacon: "iBeacon"
        case .altBeacon: "AltBeacon"
        case .eddystone(let eddystone): eddystone.kind
        case .ruuviTag: "RuuviTag"
        case .bthome: "BTHome"
        case .miBeacon: "MiBeacon"
        case .atcThermometer: "ATC thermometer"
        case .goveeThermometer: "Govee thermometer"
        case .tile: "Tile"
        case .findMy(let tag): tag.kind == 1 ? "AirTag" : "Find My"
        case .findHub: "Find Hub"
        case .smartTag: "SmartTag"
        case .unwantedTracking: "tracker"
        case .exposureNotification: "exposure notification"
        case .appleContinuity: "Apple"
        }
    }

    /// The identity in the frame itself; it stays even if the address changes.
    var beacon: BeaconID? {
        switch self {
        case .iBeacon(let beacon): beacon.beacon
        case .altBeacon(let beacon): beacon.beacon
        case .eddystone(let eddystone): eddystone.beacon
        default: address?.beacon
        }
    }

    /// The sender's address as repeated in the frame.
    var address: BluetoothAddress? {
        switch self {
        case .ruuviTag(let tag): tag.address
        case .bthome(let sensor): sensor.address
        case .miBeacon(let sensor): sensor.address
        case .atcThermometer(let sensor): sensor.address
        default: nil
        }
    }

    /// Whether the sender changes its address on purpose, however stable the address looks.
    ///
    /// The addresses of Apple's tags are parts of keys, and pass for random static ones.
    var hidesIdentity: Bool {
        switch self {
        case .findMy, .findHub, .smartTag, .unwantedTracking, .exposureNotification: true
        case .eddystone(.ephemeralID), .eddystone(.encryptedTelemetry): true
        default: false
        }
    }

    /// Whether it comes from phones, watches and computers, whose addresses change.
    var isOfPhone: Bool { self == .appleContinuity }

    /// What a receiver one metre away hears, in dBm, −127 to −1; a higher value was never measured.
    var calibratedPower: Int? {
        let power: Int? =
            switch self {
            case .iBeacon(let beacon): Int(beacon.measuredPower)
            case .altBeacon(let beacon): Int(beacon.referenceRSSI)
            case .eddystone(let eddystone): eddystone.calibratedPower
            default: nil
            }
        return power.flatMap { (-127 ... -1).contains($0) ? $0 : nil }
    }

    /// The battery in per cent, if it is reported so.
    ///
    /// Volts are not converted to per cent: that takes the chemistry, the load and the temperature,
    /// which no frame reports.
    var battery: Int? {
        switch self {
        case .bthome(let sensor): sensor.battery
        case .miBeacon(let sensor): sensor.battery
        case .atcThermometer(let sensor): sensor.battery
        case .goveeThermometer(let sensor): sensor.battery
        default: nil
        }
    }
}

extension Eddystone {
    fileprivate var kind: String {
        switch self {
        case .uid: "Eddystone-UID"
        case .url: "Eddystone-URL"
        case .telemetry, .encryptedTelemetry: "Eddystone-TLM"
        case .ephemeralID: "Eddystone-EID"
        }
    }
}
