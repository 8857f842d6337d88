/// The state of an adapter.
public enum AdapterState: Hashable, Sendable {
    case starting
    case scanning(by: Means)
    /// Another program or a user switched it off.
    case off
    /// `rfkill` keeps it off: `rfkill unblock bluetooth`.
    case blocked
    /// The process lacks a capability.
    case denied(missing: String)
    /// It does not answer, or another program has it exclusively.
    case silent
    case failed(String)

    /// The means by which it scans.
    public enum Means: String, Hashable, Sendable {
        case management
        /// The commands of Bluetooth 4.
        case legacy = "raw legacy"
        /// The commands of Bluetooth 5.
        case extended = "raw extended"
    }

    /// To keep an adapter off for good, block it; bluetoothd switches it off whenever it exits.
    static let longestOff = Duration.seconds(30)

    public var isScanning: Bool {
        if case .scanning = self { true } else { false }
    }
}

extension AdapterState: CustomStringConvertible {
    /// A clause for people, with what they can do.
    public var description: String {
        switch self {
        case .starting: "is being started"
        case .scanning(let means): "scans (\(means.rawValue))"
        case .off: "was switched off; within half a minute it is switched on again"
        case .blocked: "is blocked: `rfkill unblock bluetooth` lets it on"
        case .denied(let capability):
            "is not ours to use: the program needs \(capability), as root has or "
                + "AmbientCapabilities= in its systemd unit gives"
        case .silent: "does not answer; another program may have it for itself"
        case .failed(let reason): "cannot scan: \(reason)"
        }
    }
}
