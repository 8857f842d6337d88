import BluetoothScanner
import Logging
import RoostCore
import RoostSettings

/// All settings of a node.
struct EdgeConfiguration: Sendable {
    /// If `nil`, the name of the machine.
    var node: ID<Node>?
    /// Where the node stands, as it tells the gateway; the household's word takes precedence.
    var place: ID<Place>?
    var room: String?
    var isExit: Bool?

    var brokerURL = "mqtt://127.0.0.1:1883"
    var access = BrokerAccess()
    var topicBase = "roost"
    var radio = ScannerOptions()
    var publishing = PublishingRules()
    /// The folder for data that must survive a restart.
    var dataDirectory: String?
    var logLevel = Logger.Level.info
}
