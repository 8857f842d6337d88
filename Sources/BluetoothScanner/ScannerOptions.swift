/// Which adapters to listen with, and how.
public struct ScannerOptions: Hashable, Sendable {
    public var adapter = AdapterChoice.any
    public var method = ScanMethod.automatic
    /// How often the controller begins to listen, in milliseconds, 2.5...10240.
    public var interval = 60.0
    /// For how long it listens each time, in milliseconds, at most `interval`.
    ///
    /// Equal to `interval` it always listens; less leaves time to a Wi-Fi that shares the antenna.
    public var window = 60.0
    /// Where to note what the kernel keeps for this program beyond its end; `nil` for nowhere.
    public var stateFile: String?

    public init() {}
}

/// The adapters to listen with.
public enum AdapterChoice: Hashable, Sendable {
    /// The first that there is, also if it was unplugged and came back under another name.
    case any
    case all
    /// `hci0` is 0.
    case index(UInt16)

    /// Reads `any`, `all` or `hci0`; `nil` for anything else.
    public init?(_ text: String) {
        switch text {
        case "any": self = .any
        case "all": self = .all
        default:
            guard text.hasPrefix("hci"), let index = UInt16(text.dropFirst(3)), index < 256 else {
                return nil
            }
            self = .index(index)
        }
    }

    /// Those of the adapters that there are which this means.
    func chosen(from present: some Sequence<UInt16>) -> Set<UInt16> {
        switch self {
        case .any: Set(present.min().map { [$0] } ?? [])
        case .all: Set(present)
        case .index(let index): Set(present.filter { $0 == index })
        }
    }
}

/// How to make the controller listen.
public enum ScanMethod: String, Hashable, Sendable, CaseIterable {
    /// Through the kernel's management, and by commands of our own where that cannot be.
    case automatic = "auto"
    /// An advertisement monitor of the kernel, which keeps the scan up itself whoever else scans.
    ///
    /// Needs CAP_NET_ADMIN.
    case management
    /// Commands to the controller. Needs CAP_NET_RAW, and CAP_NET_ADMIN to switch it on.
    case raw
}
