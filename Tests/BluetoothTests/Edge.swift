import RoostFormats
import TestBroker
import Testing

/// How the edge asks the kernel for adverts.
enum Method: String, CaseIterable, CustomTestStringConvertible {
    case management
    case raw
    /// Left to the edge, which may not manage adapters here.
    case automatic = "auto"

    static let allCases: [Method] = [.management, .raw]

    var testDescription: String { rawValue }

    /// The least that it must be allowed to do.
    fileprivate var capabilities: String {
        switch self {
        case .management: "-all,+net_admin"
        case .raw: "-all,+net_admin,+net_raw"
        case .automatic: "-all,+net_raw"
        }
    }
}

/// The built `roost-edge`, in the guest, without the rights of root.
struct Edge {
    let machine: Machine
    let node: String
    private let process: String
    private let command: String

    init(_ machine: Machine, method: Method, adapter: String) {
        self.machine = machine
        node = "node\(machine.number())"
        process = "process_\(node)"
        command = """
            /usr/bin/setpriv --reuid 1000 --regid 1000 --clear-groups \
            --inh-caps=\(method.capabilities) --ambient-caps=\(method.capabilities) \
            roost-edge run --node \(node) --broker mqtt://10.0.2.2:\(machine.broker.port) \
            --adapter \(adapter) --method \(method.rawValue) --data /tmp/\(node)
            """
    }

    func start() async throws {
        try await machine.run("mkdir -p /tmp/\(node) && chown 1000:1000 /tmp/\(node)")
        try await machine.run("\(command) >/dev/console 2>&1 & \(process)=$!")
    }

    /// Asks it to end, and waits for that.
    func stop() async throws {
        try await machine.run("kill $\(process) && wait $\(process)")
    }

    /// Ends it without a chance to do anything.
    func kill() async throws {
        try await machine.run("kill -9 $\(process); wait $\(process); true")
    }

    /// Waits until it says that it is `status`.
    func wait(for status: String) async throws {
        try await eventually("\(node) to be \(status)", within: .seconds(60)) {
            try machine.listener.messages(on: "roost/node/\(node)/status").last == status
                ? () : nil
        }
    }

    /// All it published of `beacon`, oldest first.
    func sightings(of beacon: String) throws -> [JSON] {
        try machine.listener.documents(on: "roost/node/\(node)/sightings")
            .flatMap { $0["sightings"]?.array ?? [] }
            .filter { $0["beacon"]?.string == beacon }
    }

    /// How many adverts of `beacon` it published.
    func count(of beacon: String) throws -> Int {
        try sightings(of: beacon).reduce(0) { $0 + Int($1["count"]?.number?.integer ?? 1) }
    }
}
