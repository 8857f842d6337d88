public import RoostCore

/// A node's batch: `{"sent":…,"sightings":[{"beacon":…,"rssi":-63},…]}`, or a single sighting, or a
/// bare array of sightings.
enum SightingsFormat {
    private enum Name: String, CaseIterable {
        case sent, sightings
        case beacon, address, rssi, time, battery
        case txPower = "tx_power"
        case addressType = "address_type"
    }

    private static let names = Vocabulary<Name>()

    /// - Returns: The sightings, and when they were sent, if the batch says so.
    static func read(
        _ payload: [UInt8]
    ) throws(Refusal) -> (sightings: [Sighting], sent: Timestamp?) {
        var batch = Batch(payload)
        do throws(JSONError) {
            try batch.read()
        } catch {
            throw Refusal(error)
        }
        return (try batch.finished(), batch.sent)
    }

    private struct Batch {
        private var reader: LenientReader
        private var sightings: [Sighting] = []
        private(set) var sent: Timestamp?
        /// What is wrong with a sighting that was left out: it refuses the batch if none is left.
        private var fault: Refusal?

        init(_ payload: [UInt8]) {
            reader = LenientReader(payload)
        }

        mutating func read() throws(JSONError) {
            if try reader.json.peek() == .array {
                try readArray()
            } else {
                try readObject("payload", isOutermost: true)
            }
            try reader.json.end()
        }

        func finished() throws(Refusal) -> [Sighting] {
            try reader.checkFaults()
            if sightings.isEmpty, let fault { throw fault }
            guard let sent, sightings.contains(where: { $0.time == nil }) else { return sightings }
            return sightings.map { sighting in
                var sighting = sighting
                sighting.time = sighting.time ?? sent
                return sighting
            }
        }

        private mutating func readArray() throws(JSONError) {
            sightings = []
            guard try reader.beginArray("sightings") else { return }
            while try reader.json.hasNextElement() {
                try readObject("sightings", isOutermost: false)
            }
        }

        /// One sighting; the outermost object may instead be an envelope.
        private mutating func readObject(
            _ name: StaticString, isOutermost: Bool
        ) throws(JSONError) {
            guard try reader.beginObject(name) else { return }
            var draft = Draft()
            var isEnvelope = false
            while let name = try reader.json.nextName() {
                switch SightingsFormat.names[name] {
                case .sightings where isOutermost:
                    isEnvelope = true
                    try readArray()
                case .sent where isOutermost: sent = try reader.time("sent")
                case let known: try draft.take(known, &reader)
                }
            }
            if !isEnvelope { add(draft, isOutermost: isOutermost) }
        }

        private mutating func add(_ draft: Draft, isOutermost: Bool) {
            let spellings = [draft.beacon, draft.address].compactMap { $0 }
            guard !spellings.isEmpty else {
                reader.refuse(.missingField, isOutermost ? "sightings" : "beacon")
                return
            }
            let ids = spellings.compactMap { BeaconID(spelling: reader.json.contents($0)) }
            guard let id = ids.first else { return fault = Refusal(.invalidID, "beacon") }
            let rssi: RSSI?
            do throws(Refusal) {
                rssi = try RSSI(reported: draft.rssi)
            } catch {
                fault = error
                return
            }
            sightings.append(
                Sighting(
                    beacon: id, alias: ids.first { $0 != id },
                    rssi: rssi, txPower: draft.txPower,
                    time: draft.time, battery: batteryLevel(draft.battery),
                    isRotating: draft.isResolvable && id.mayRotate))
        }
    }

    private struct Draft {
        var beacon: JSONText?
        var address: JSONText?
        var rssi: Double?
        var txPower: Double?
        var time: Timestamp?
        var battery: Double?
        var isResolvable = false

        mutating func take(_ name: Name?, _ reader: inout LenientReader) throws(JSONError) {
            switch name {
            case .beacon: beacon = try reader.text("beacon")
            case .address: address = try reader.text("address")
            case .rssi: rssi = try reader.number("rssi")
            case .txPower: txPower = try reader.number("tx_power")
            case .time: time = try reader.time("time")
            case .battery: battery = try reader.number("battery")
            case .addressType:
                isResolvable = try reader.string("address_type") == HeardBeacon.resolvable
            case .sent, .sightings, nil: try reader.json.skip()
            }
        }
    }
}

extension SightingBatch: JSONWritable {
    /// The batch as a node publishes it.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("sent", sent)
            json.member("sightings", sightings)
        }
    }
}

extension Sighting: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("beacon", beacon)
            if let alias { json.member("address", alias) }
            json.member("rssi", rssi?.dBm)
            json.member("tx_power", txPower)
            json.member("time", time)
            json.member("battery", battery)
        }
    }
}
