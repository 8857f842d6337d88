/// The adapters to listen with, and the method.
public struct ScannerOptions: Hashable, Sendable {
    public var adapter = AdapterChoice.any
    public var method = ScanMethod.automatic
    /// The time from one listening period to the next, in milliseconds, 2.5...10240.
    public var interval = 60.0
    /// How long it listens each time, in milliseconds, at most `interval`.
    ///
    /// Equal to `interval` it always listens; less leaves time for Wi-Fi on the same antenna.
    public var window = 60.0
    /// The file for what outlives this program in the kernel; `nil` for none.
    public var stateFile: String?

    public init() {}
}

/// The adapters to listen with.
public enum AdapterChoice: Hashable, Sendable {
    /// The first adapter present, even if it was unplugged and came back under another name.
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

    /// The adapters among those present that this selects.
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
    /// Through the kernel's management, or else by raw commands.
    case automatic = "auto"
    /// An advertisement monitor of the kernel, which keeps the scan up itself whatever else scans.
    ///
    /// Needs CAP_NET_ADMIN.
    case management
    /// Commands to the controller. Needs CAP_NET_RAW, and CAP_NET_ADMIN to switch it on.
    case raw
}
