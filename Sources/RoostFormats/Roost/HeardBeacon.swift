public import RoostCore

/// Everything that a node heard of one beacon in an interval, as it publishes it.
public struct HeardBeacon: Hashable, Sendable {
    public var beacon: BeaconID
    /// Whether it is only a temporary address, to which the gateway may have the key.
    public var isRotating: Bool
    /// The sender's address; published only if the beacon is more than that.
    public var address: BluetoothAddress?
    /// Its kind, for people to read, such as `iBeacon`.
    public var kind: String
    public var name: String?
    /// What a receiver one metre away hears, in dBm, if the manufacturer measured it.
    public var calibratedPower: Int?
    /// In per cent, 0...100.
    public var battery: Int?
    /// How many advertisements were heard.
    public private(set) var count = 0
    /// The strongest; `nil` if the controller gave no strength.
    public private(set) var strongest: RSSI?
    /// When it was last heard.
    public private(set) var time: Timestamp
    private var total = 0.0
    private var measured = 0

    public init(
        beacon: BeaconID, isRotating: Bool = false, kind: String, at time: Timestamp
    ) {
        self.beacon = beacon
        self.isRotating = isRotating
        self.kind = kind
        self.time = time
    }

    /// Adds an advertisement; values that it does not give stay as they were.
    public mutating func hear(
        _ advertisement: Advertisement, _ recognition: Recognition, at time: Timestamp
    ) {
        count += 1
        self.time = max(self.time, time)
        if let rssi = advertisement.rssi {
            total += rssi.dBm
            measured += 1
            strongest = max(strongest ?? rssi, rssi)
        }
        address = advertisement.address ?? address
        name = recognition.name ?? name
        calibratedPower = recognition.calibratedPower ?? calibratedPower
        battery = recognition.battery ?? battery
        kind = recognition.kind
    }

    /// The mean strength in dBm.
    public var mean: Double? { measured > 0 ? total / Double(measured) : nil }
}

extension HeardBeacon {
    /// The type of a changing address, as the Core Specification calls it.
    static let resolvable = "resolvable"
}

extension HeardBeacon: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            if isRotating {
                json.member("address", address?.description)
                json.member("address_type", Self.resolvable)
            } else {
                json.member("beacon", beacon)
                if let address, address.beacon != beacon {
                    json.member("address", address.description)
                }
            }
            // `null` means heard, but at an unknown strength.
            json.nullable("rssi", mean?.rounded(decimals: 1))
            json.member("rssi_max", strongest?.dBm)
            json.member("count", count)
            json.member("tx_power", calibratedPower)
            json.member("time", time)
            json.member("kind", kind)
            json.member("name", name)
            json.member("battery", battery)
        }
    }
}

/// What a node publishes at once: `{"sent":…,"sightings":[…]}`.
public struct NodeBatch: JSONWritable {
    public var sent: Timestamp
    public var sightings: [HeardBeacon]

    public init(sent: Timestamp, sightings: [HeardBeacon]) {
        self.sent = sent
        self.sightings = sightings
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("sent", sent)
            json.member("sightings", sightings)
        }
    }
}
