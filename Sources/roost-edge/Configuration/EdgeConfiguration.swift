import BluetoothScanner
import Logging
import MQTT
import RoostCore
import RoostSettings

/// All that a node is told when it starts.
struct EdgeConfiguration: Sendable {
    /// `nil`: the name of the machine.
    var node: ID<Node>?
    /// Where the node stands, as it tells the gateway; what the household says of it counts more.
    var place: ID<Place>?
    var room: String?
    var isExit: Bool?

    var brokerURL = "mqtt://127.0.0.1:1883"
    var access = BrokerAccess()
    var topicBase = "roost"
    var radio = ScannerOptions()
    var publishing = PublishingRules()
    /// The folder for what must outlast a restart.
    var dataDirectory: String?
    var logLevel = Logger.Level.info
}

/// What of all that is heard is published, and when.
struct PublishingRules: Hashable, Sendable {
    /// Seconds between two batches.
    var interval = 1.0
    /// What is heard more weakly, in dBm, is not published.
    var weakest = -127.0
    /// A beacon whose strength changed by so many decibels is published at once.
    var sharpChange = 12.0
    /// Empty for all.
    var allowed: [BeaconPattern] = []
    var denied: [BeaconPattern] = []

    func admits(_ beacon: BeaconID) -> Bool {
        !denied.contains { $0.matches(beacon) }
            && (allowed.isEmpty || allowed.contains { $0.matches(beacon) })
    }
}

/// A beacon, or with `*` at its end all that begin so.
struct BeaconPattern: Hashable, Sendable {
    private let text: String
    private let isPrefix: Bool

    init(_ text: String) {
        let text = text.lowercased()
        isPrefix = text.hasSuffix("*")
        self.text = isPrefix ? String(text.dropLast()) : text
    }

    func matches(_ beacon: BeaconID) -> Bool {
        isPrefix ? beacon.rawValue.hasPrefix(text) : beacon.rawValue == text
    }
}
