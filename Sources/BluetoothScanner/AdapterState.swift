/// What an adapter does.
public enum AdapterState: Hashable, Sendable {
    case starting
    case scanning(by: Means)
    /// Somebody switched it off.
    case off
    /// A switch for all radios keeps it off: `rfkill unblock bluetooth`.
    case blocked
    /// The process may not do what it takes.
    case denied(missing: String)
    /// It does not answer, or another program has it for itself.
    case silent
    case failed(String)

    /// What makes it scan.
    public enum Means: String, Hashable, Sendable {
        case management
        /// The commands of Bluetooth 4.
        case legacy = "raw legacy"
        /// The commands of Bluetooth 5.
        case extended = "raw extended"
    }

    /// Whoever wants an adapter off for good blocks it; bluetoothd switches it off whenever it ends.
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
