import Foundation
import RoostCore
import RoostFormats
import RoostSettings
import RoostStore
import SystemPackage
import Testing

@testable import RoostGateway

@Suite("What a checkup finds")
struct CheckupTests {
    /// A household in which nothing is wrong, an hour after the start.
    private static func well() -> Engine {
        var engine = makeEngine()
        let bobs = BeaconID(canonical: "mac:a4c138000002")
        let exit = Node(
            id: ID(checked: "n1"), place: home, room: ID(checked: "kitchen"), isExit: true)
        _ = engine.apply(
            .household([
                .saveNode(exit), .saveUser(User(id: bob, name: "Bob", beacons: [bobs])),
            ]), at: start)
        let sightings = [keysTag, bobs].map {
            Sighting(beacon: $0, rssi: RSSI(dBm: -60), time: start.advanced(bySeconds: 3590))
        }
        _ = engine.apply(
            .sightings(SightingBatch(node: exit.id, sightings: sightings)),
            at: start.advanced(bySeconds: 3590))
        let now = start.advanced(bySeconds: 3599)
        _ = engine.apply(.fix(fix(north: 0, at: 3599), of: phone), at: now)
        _ = engine.apply(.tick, at: start.advanced(bySeconds: 3600))
        return engine
    }

    private static func faults(_ engine: Engine) -> [String] {
        HouseholdCheckup(engine: engine).findings.filter { $0.level != .ok }
            .map { "\($0.level) \($0.part): \($0.text)" }
    }

    @Test("A port that is not allowed is not said to be taken")
    func port() {
        let refusal = EmbeddedBrokerError(.permissionDenied, port: 80)
        #expect(refusal == .portNotAllowed(80))
        #expect(refusal?.description.contains("--listen") == true)
        #expect(EmbeddedBrokerError(.addressInUse, port: 1883) == .portTaken(1883))
    }

    @Test("Nothing is found where nothing is wrong")
    func nothing() {
        let findings = HouseholdCheckup(engine: Self.well()).findings
        #expect(findings.map(\.level) == [.ok, .ok, .ok, .ok])
        #expect(findings.map(\.part) == [.places, .nodes, .people, .items])
        #expect(findings.map(\.text) == ["all 1 well", "all 1 well", "all 2 well", "all 1 well"])
    }

    @Test("An empty household is told how to begin")
    func empty() {
        var engine = Engine()
        _ = engine.apply(.listening, at: start)
        #expect(
            Self.faults(engine) == [
                "warning places: none yet, so nobody can be anywhere", "warning people: nobody yet",
            ])
    }

    @Test(
        "What people forgot to set up is found",
        arguments: [
            (
                [.saveNode(Node(id: ID(checked: "n1"), place: home, room: ID(checked: "kitchen")))],
                "warning places: no node stands at an exit, so leaving is noticed late: home"
            ),
            (
                [.saveNode(Node(id: ID(checked: "n2")))],
                "warning nodes: in no place, so what they hear tells nothing: n2"
            ),
            (
                [.saveNode(Node(id: ID(checked: "n2"), place: home, room: ID(checked: "kitchen")))],
                "warning nodes: never heard of: n2"
            ),
            (
                [
                    .saveNode(
                        Node(
                            id: ID(checked: "n1"), place: home, room: ID(checked: "kichen"),
                            isExit: true))
                ],
                "warning nodes: in a room that the place does not list: n1 (kichen)"
            ),
            (
                [.saveUser(User(id: bob, name: "Bob"))],
                "warning people: neither phone nor beacon, so nothing can be known: bob"
            ),
            (
                [.saveUser(User(id: bob, name: "Bob", devices: [phone.device]))],
                "warning people: no position from any phone yet: bob"
            ),
            (
                [.saveItem(Item(id: ID(checked: "keys"), owner: alice, name: "Keys"))],
                "warning items: no beacon, so nothing can be known: keys"
            ),
            (
                [
                    .saveItem(
                        Item(
                            id: ID(checked: "bag"), owner: alice, name: "Bag",
                            beacon: BeaconID(canonical: "mac:a4c138000009")))
                ],
                "warning items: not heard for a week or ever: bag"
            ),
        ] as [([HouseholdChange], String)])
    func forgotten(changes: [HouseholdChange], fault: String) {
        var engine = Self.well()
        _ = engine.apply(.household(changes), at: engine.now)
        #expect(Self.faults(engine) == [fault])
    }

    @Test("A node that is gone or deaf is an error, with how long it has been")
    func nodes() {
        var engine = Self.well()
        let node = ID<Node>(checked: "n1")
        func report(_ status: NodeStatus) {
            _ = engine.apply(.nodeStatus(node, status), at: engine.now)
        }
        report(.offline)
        _ = engine.apply(.tick, at: engine.now.advanced(bySeconds: 7300))
        #expect(Self.faults(engine) == ["error nodes: gone: n1 (for 2 h)"])
        report(.deaf)
        #expect(Self.faults(engine) == ["error nodes: there, but hear nothing: n1 (for 2 h)"])
        report(.online)
        #expect(Self.faults(engine) == [])
        // After a power cut it may be starting, for some minutes.
        _ = engine.apply(.tick, at: engine.now.advanced(bySeconds: 60))
        _ = engine.apply(.brokerUptime(5), at: engine.now)
        let silent = "nodes: silent since the broker started: n1"
        #expect(Self.faults(engine) == ["warning \(silent)"])
        _ = engine.apply(.tick, at: engine.now.advanced(bySeconds: 400))
        #expect(Self.faults(engine) == ["error nodes: gone: n1 (for 6 min)"])
    }

    @Test("Phones that are silent for a day and tags that are silent for a week are found")
    func silence() {
        var engine = Self.well()
        _ = engine.apply(.nodeStatus(ID(checked: "n1"), .online), at: engine.now)
        _ = engine.apply(.tick, at: start.advanced(bySeconds: 3 * 86400))
        #expect(
            Self.faults(engine) == [
                "warning people: no word from any phone for long: alice (for 2 days)"
            ])
        _ = engine.apply(.tick, at: start.advanced(bySeconds: 8 * 86400))
        #expect(
            Self.faults(engine).suffix(2) == [
                "warning people: worn, but not heard for a week or ever: mac:a4c138000002 of bob",
                "warning items: not heard for a week or ever: keys",
            ])
    }

    @Test("Many with the same fault are one finding")
    func many() {
        var engine = Self.well()
        let nodes = (10...16).map { HouseholdChange.saveNode(Node(id: ID(checked: "x\($0)"))) }
        _ = engine.apply(.household(nodes), at: engine.now)
        #expect(
            Self.faults(engine) == [
                "warning nodes: in no place, so what they hear tells nothing: x10, x11, x12, x13, "
                    + "x14 and 2 more"
            ])
    }

    // MARK: The gateway's health

    @Test("Problems are errors; refused messages are told with their topic, until a day has passed")
    func health() {
        var health = Health(started: start)
        let later = start.advanced(bySeconds: 600)
        #expect(health.findings(at: later).map(\.text) == ["running for 10 min, 0 messages"])
        health.problems[.store] = "the disk is full"
        health.counts.note(Refusal(.unknownUser), on: "owntracks/carol/phone", at: start)
        health.counts.note(Refusal(.unknownUser), on: "owntracks/dave/phone", at: start)
        let findings = health.findings(at: later)
        #expect(findings.map(\.level) == [.error, .warning])
        #expect(
            findings.map(\.text) == [
                "store: the disk is full",
                "2 refused as unknown_user, the last one 10 min ago on owntracks/dave/phone",
            ])
        #expect(findings.last?.advice?.hasPrefix("roost user add") == true)
        health.counts.note(
            Refusal(.invalidID, "user: only a to z"), on: "owntracks/Dave/phone", at: later)
        let invalid = health.findings(at: later).map(\.text).first { $0.contains("invalid_id") }
        #expect(invalid?.hasSuffix("on owntracks/Dave/phone: user: only a to z") == true)
        #expect(health.findings(at: start.advanced(bySeconds: 90_000)).count == 1)
    }

    // MARK: The machine

    private static func levels(
        in folder: URL, _ change: (inout Configuration) -> Void = { _ in }
    ) -> [Finding] {
        var configuration = Configuration()
        configuration.dataDirectory = folder.path
        change(&configuration)
        let checkup = MachineCheckup(configuration, file: nil)
        return checkup.settings + checkup.data
    }

    @Test("The data are read from end to end")
    func data() throws {
        try withFolder { folder in
            #expect(Self.levels(in: folder).map(\.level) == [.ok, .warning])
            try Store(directory: folder).close()
            let sound = Self.levels(in: folder)
            #expect(sound.map(\.level) == [.ok, .ok, .warning])
            #expect(sound[1].text.hasPrefix("\(folder.path) is sound ("))
            #expect(sound[2].text == "no backup is kept beside the data")
            var configuration = Configuration()
            configuration.dataDirectory = folder.path
            let backup = try Backups(of: configuration).make()
            #expect(Self.levels(in: folder).map(\.level) == [.ok, .ok])

            let other = folder.appending(path: "other")
            try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
            var broken = try Data(contentsOf: URL(filePath: backup.file))
            broken.replaceSubrange(8192..<8292, with: Data(repeating: 0xff, count: 100))
            try broken.write(to: other.appending(path: "roost.sqlite"))
            let damaged = Self.levels(in: other)
            #expect(damaged.map(\.level) == [.ok, .error])
            #expect(damaged[1].text.contains("are damaged: `roost restore`"))
        }
    }

    @Test("While a backup is written into a folder, no other is, and what it wrote stays")
    func backupsAtOnce() throws {
        try withFolder { folder in
            try Store(directory: folder).close()
            var configuration = Configuration()
            configuration.dataDirectory = folder.path
            let backups = Backups(of: configuration)
            try #require(backups.make().bytes > 0)
            let own = folder.appending(path: "backups")
            let under = own.appending(path: "roost-20261130T000000Z.sqlite.part")
            let writer = try FolderLock(own)
            try Data([1]).write(to: under)
            #expect(throws: StoreError.self) { try backups.make() }
            #expect(throws: StoreError.self) {
                try backups.make(in: own.appending(path: "mine.sqlite"))
            }
            #expect(FileManager.default.fileExists(atPath: under.path))
            _ = try backups.make(in: folder.appending(path: "mine.copy"))
            writer.release()
            _ = try backups.make()
            #expect(!FileManager.default.fileExists(atPath: under.path))
        }
    }

    @Test("A secret that every user of the machine can read is found")
    func secrets() throws {
        try withFolder { folder in
            let file = folder.appending(path: "password")
            for (rights, level) in [(0o644, Finding.Level.warning), (0o640, .ok)] {
                try Data("x".utf8).write(to: file)
                try FileManager.default.setAttributes(
                    [.posixPermissions: rights], ofItemAtPath: file.path)
                let findings = Self.levels(in: folder) {
                    $0.broker.access.passwordFile = file.path
                }
                #expect(findings.first?.level == level)
            }
        }
    }

    @Test(
        "A broker that lets in everybody who reaches it is found",
        arguments: [
            ("mqtt://192.168.1.5", nil, Finding.Level.warning),
            ("mqtt://192.168.1.5", "roost", .ok),
            ("mqtt://localhost", nil, .ok), ("mqtt://[::1]:1884", nil, .ok),
            ("unix:/run/mosquitto.sock", nil, .ok),
        ] as [(String, String?, Finding.Level)])
    func openBroker(url: String, user: String?, level: Finding.Level) {
        var configuration = Configuration()
        configuration.broker.kind = .url(url)
        configuration.broker.access.username = user
        let checkup = MachineCheckup(configuration, file: nil)
        #expect(checkup.broker(answeredWithin: 0.0021).map(\.level) == [level])
    }
}
