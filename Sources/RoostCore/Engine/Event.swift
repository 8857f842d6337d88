/// The content of a message from outside, once its bytes are parsed.
public enum Event: Hashable, Sendable {
    /// A node's batch of sightings.
    case sightings(SightingBatch)
    /// A node's broker connection came or went, by the node's own message or its last will.
    ///
    /// - Parameter isRetained: Whether the broker retained it: it is no sign of life.
    case nodeStatus(ID<Node>, NodeStatus, isRetained: Bool = false)
    /// The same for a device that may not hear beacons: no node is created for it.
    case deviceStatus(ID<Node>, isOnline: Bool, isRetained: Bool = false)
    /// A node tells of itself, as from time to time; no node is created for it.
    case signOfLife(of: ID<Node>)
    /// The broker says for how many seconds it has been running.
    ///
    /// A power cut takes the last wills of all nodes along.
    case brokerUptime(Double)
    /// What the contact sensor of the door at a node reports.
    ///
    /// - Parameter isRetained: Whether the broker retained it: the state holds, but not since when.
    case door(at: ID<Node>, isOpen: Bool, isRetained: Bool = false)
    /// A node says where it stands.
    case nodeInfo(ID<Node>, NodeInfo)
    /// The name scanners give a beacon instead of its identity; `nil` when they no longer do.
    case beaconName(BeaconID?, of: BeaconID)
    /// A position of a user's device.
    case fix(Fix, of: DeviceKey)
    /// The app of a user gave the user's name.
    ///
    /// - Parameter isRetained: Whether the broker retained it: it tells of the past.
    case card(name: String, of: ID<User>, isRetained: Bool = false)
    /// A region that was made or changed on a user's phone.
    case waypoint(Waypoint, of: ID<User>)
    /// Requests, imports and the like.
    case household([HouseholdChange])
    /// What somebody spent, or edited, or deleted.
    case spending([ExpenseChange])
    /// A reminder was set, changed or handled.
    case reminders([ReminderChange])
    /// Notes near somebody who may read them, the nearest first.
    case nearby([NearbyNote], of: ID<User>)
    /// The gateway lost the broker: until it listens again, passing time proves nothing.
    case interrupted
    /// From now on the gateway hears again: earlier silence proves nothing, and no known moment is
    /// later than this. Sent at each start, and when the host's clock was set.
    case listening
    /// Time has passed and nothing else happened.
    case tick
}
