import RoostCore

@testable import RoostFormats

extension BeaconID {
    static let uuid = "fda50693-a4e2-4fb1-afcf-c6eb07647825"
    /// An iBeacon with the numbers 10 and 7, as any scanner should know it.
    static let iBeacon = BeaconID(canonical: "ibeacon:\(uuid):10:7")
    static let mac = BeaconID(canonical: "mac:aabbccddeeff")
}

/// What that iBeacon puts on the air, with −59 dBm at one metre.
let iBeaconAdvertisement = "0201061aff4c000215fda50693a4e24fb1afcfc6eb07647825000a0007c5"

extension Incoming {
    /// What one node heard; `nil` where it is anything else.
    var batch: SightingBatch? {
        guard events.count == 1, case .sightings(let batch) = events[0] else { return nil }
        return batch
    }

    /// A node's status, with where it stands before it; a last will does not tell that.
    static func status(
        _ node: String, room: String? = nil, isOnline: Bool, isRetained: Bool = false
    ) -> Incoming {
        let node: ID<Node> = ID(checked: node)
        let status = Event.nodeStatus(
            node, isOnline ? .online : .offline, isRetained: isRetained)
        guard isOnline else { return .events([status]) }
        return .events([.nodeInfo(node, NodeInfo(room: room, isRetained: isRetained)), status])
    }
}
