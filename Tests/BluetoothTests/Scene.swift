import Synchronization
import TestBroker
import Testing
import VirtualController

/// An edge beside its adapters, and what the adapters' controllers told the kernel.
///
/// At the end, what the edge published must be just that: each advert once, and no other.
final class Scene: Sendable {
    let machine: Machine
    let edge: Edge
    private let plugged = Mutex<[Adapter]>([])
    private let told = Mutex<[String: Int]>([:])

    /// Starts an edge beside adapters of these kinds, waits until it scans on all of them, and takes
    /// all away at the end.
    static func with(
        _ method: Method, _ kinds: VirtualController.Kind..., adapter: String = "any",
        _ body: (Scene) async throws -> Void
    ) async throws {
        let machine = try #require(Machine.current)
        let scene = Scene(machine, edge: Edge(machine, method: method, adapter: adapter))
        let result: Result<Void, any Error>
        do {
            for kind in kinds { try await scene.plug(kind) }
            if method == .automatic {
                // It could not switch an adapter on.
                try await machine.run("hciconfig \(scene.adapter.device) up")
            }
            try await scene.edge.start()
            try await scene.edge.wait(for: kinds.isEmpty ? "deaf" : "online")
            for adapter in scene.adapters { try await adapter.wait(forScan: true) }
            try await body(scene)
            try await scene.edge.stop()
            for (beacon, count) in scene.told.withLock({ $0 }) {
                #expect(try scene.edge.count(of: beacon) == count, "of \(beacon)")
            }
            result = .success(())
        } catch {
            try await scene.edge.kill()
            result = .failure(error)
        }
        for adapter in scene.adapters { try await adapter.unplug() }
        try result.get()
    }

    private init(_ machine: Machine, edge: Edge) {
        self.machine = machine
        self.edge = edge
    }

    var adapters: [Adapter] { plugged.withLock { $0 } }
    var adapter: Adapter { plugged.withLock { $0[$0.count - 1] } }

    func plug(_ kind: VirtualController.Kind) async throws {
        let adapter = try await Adapter.plug(kind, into: machine)
        plugged.withLock { $0.append(adapter) }
    }

    func unplug() async throws {
        guard let adapter = plugged.withLock({ $0.popLast() }) else { return }
        try await adapter.unplug()
    }

    func beacon(rssi: Int8 = -60, rest: [UInt8] = []) -> Beacon {
        Beacon(number: machine.number(), rssi: rssi, rest: rest)
    }

    /// Lets the adapter that was plugged in last hear a beacon, and waits until the broker has each
    /// advert that the controller told of.
    ///
    /// - Parameter beacon: `nil` for any.
    func hear(
        _ beacon: Beacon? = nil, count: Int = 20, milliseconds: Int = 20, together: Int = 1,
        by adapter: Adapter? = nil
    ) async throws {
        let (adapter, isAny) = (adapter ?? self.adapter, beacon == nil)
        let (beacon, ends) = (beacon ?? self.beacon(), adapter.ends)
        let heard = try await adapter.hear(
            beacon, count: count, milliseconds: milliseconds, together: together)
        // As it ends a scan, the kernel drops what it has yet to take in.
        if isAny, adapter.ends > ends {
            return try await hear(
                count: count, milliseconds: milliseconds, together: together, by: adapter)
        }
        #expect(heard > 0, "the kernel does not scan")
        let sum = told.withLock {
            $0[beacon.id, default: 0] += heard
            return $0[beacon.id, default: 0]
        }
        try await eventually(
            "\(sum) adverts of \(beacon.id), \((try? edge.count(of: beacon.id)) ?? 0) came",
            within: .seconds(60)
        ) {
            try edge.count(of: beacon.id) >= sum ? () : nil
        }
    }
}
