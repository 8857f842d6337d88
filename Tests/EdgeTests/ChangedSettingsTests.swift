import Foundation
import RoostCore
import RoostSettings
import Testing

@testable import roost_edge

@Suite("Settings changed while the node runs")
struct ChangedSettingsTests {
    private func withFolder(_ body: (EdgeConfiguration) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "roost-edge-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = EdgeConfiguration()
        configuration.dataDirectory = folder.path
        configuration.room = "kitchen"
        try body(configuration)
    }

    @Test("A change overrides the file, survives a restart, and an empty value undoes it")
    func keeps() throws {
        try withFolder { base in
            var settings = ChangedSettings(over: base)
            _ = try settings.change("node.room", to: "Wohnzimmer \"oben\" \\ Küche 🛋")
            _ = try settings.change("publish.weakest_dbm", to: "-80")
            let next = ChangedSettings(over: base)
            #expect(next.configuration.room == "Wohnzimmer \"oben\" \\ Küche 🛋")
            #expect(next.configuration.publishing.weakest == -80)
            _ = try settings.change("node.room", to: "")
            #expect(settings.configuration.room == "kitchen")
            #expect(ChangedSettings(over: base).configuration.room == "kitchen")
        }
    }

    @Test(
        "An unknown, fixed or invalid setting changes nothing and is explained",
        arguments: [
            ("node.colour", "red", "cannot be changed"), ("broker.url", "mqtt://x", "node.room"),
            ("publish.weakest_dbm", "loud", "a number"), ("node.exit", "perhaps", "true or false"),
            ("node.place", "My Home!", "the id of a place"),
            ("node.room", "a\u{1}b", "a room"), ("node.room", "a\u{85}b", "a room"),
            ("publish.deny", "mac:\u{1}", "must be beacons"),
        ])
    func refuses(_ key: String, _ text: String, _ words: String) throws {
        try withFolder { base in
            var settings = ChangedSettings(over: base)
            let error = #expect(throws: ConfigurationError.self) {
                _ = try settings.change(key, to: text)
            }
            #expect(error?.description.contains(words) == true, "\(String(describing: error))")
            #expect(settings.texts.isEmpty)
        }
    }

    @Test(
        "Damaged settings of an earlier run are reported, and the node still starts",
        arguments: [
            "node.room: [1]\n", "node.room: \"a\u{1}b\"\n", "\u{0}\u{0}\u{0}\u{0}",
            "publish.weakest_dbm: loud\n", "}{",
        ])
    func damaged(_ text: String) throws {
        try withFolder { base in
            let folder = try #require(base.dataDirectory)
            let file = URL(filePath: folder).appending(path: "settings.yaml")
            try Data(text.utf8).write(to: file)
            var settings = ChangedSettings(over: base)
            #expect(settings.remark?.contains("not all") == true)
            #expect(settings.texts.isEmpty)
            #expect(settings.configuration.room == "kitchen")
            _ = try settings.change("node.room", to: "Attic")
            #expect(settings.remark == nil)
            #expect(ChangedSettings(over: base).configuration.room == "Attic")
        }
    }

    @Test("One damaged setting of an earlier run does not take the others along")
    func partlyDamaged() throws {
        try withFolder { base in
            let folder = try #require(base.dataDirectory)
            let file = URL(filePath: folder).appending(path: "settings.yaml")
            let text = "node.exit: perhaps\nnode.room: Attic\npublish.weakest_dbm: loud\n"
            try Data(text.utf8).write(to: file)
            let settings = ChangedSettings(over: base)
            #expect(settings.configuration.room == "Attic")
            #expect(settings.texts == ["node.room": "Attic"])
            #expect(settings.remark?.contains("node.exit") == true)
            #expect(settings.remark?.contains("publish.weakest_dbm") == true)
        }
    }

    @Test("A change that could not be stored is stored when it is repeated")
    func storedLater() throws {
        try withFolder { base in
            let folder = try #require(base.dataDirectory)
            // A file cannot be written where a folder is.
            let obstacle = URL(filePath: folder).appending(path: "settings.yaml.new")
            try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: true)
            var settings = ChangedSettings(over: base)
            #expect(throws: ConfigurationError.self) {
                _ = try settings.change("node.room", to: "Attic")
            }
            #expect(settings.configuration.room == "Attic")
            try FileManager.default.removeItem(at: obstacle)
            let isChange = try settings.change("node.room", to: "Attic")
            #expect(isChange)
            #expect(ChangedSettings(over: base).configuration.room == "Attic")
            let isAnother = try settings.change("node.room", to: "Attic")
            #expect(!isAnother)
        }
    }

    @Test("Setting the current value again is not a change")
    func same() throws {
        try withFolder { base in
            var settings = ChangedSettings(over: base)
            let first = try settings.change("node.room", to: "Attic")
            let second = try settings.change("node.room", to: "Attic")
            #expect(first && !second)
        }
    }

    @Test("A change that cannot be saved still takes effect, and the error says why")
    func unwritable() throws {
        try withFolder { base in
            let folder = try #require(base.dataDirectory)
            // Root may write anywhere, but not a file where a folder is.
            try FileManager.default.createDirectory(
                atPath: folder + "/settings.yaml.new", withIntermediateDirectories: true)
            var settings = ChangedSettings(over: base)
            let error = #expect(throws: ConfigurationError.self) {
                _ = try settings.change("node.room", to: "Attic")
            }
            #expect(
                error?.reason.contains("Is a directory") == true, "\(String(describing: error))")
            #expect(settings.configuration.room == "Attic")
        }
    }

    @Test("Lists consist of beacons or their prefixes")
    func lists() throws {
        try withFolder { base in
            var settings = ChangedSettings(over: base)
            _ = try settings.change("publish.deny", to: "ibeacon:*, mac:aabbccddeeff")
            let rules = settings.configuration.publishing
            #expect(!rules.admits(BeaconID(canonical: "ibeacon:1:2:3")))
            #expect(!rules.admits(BeaconID(canonical: "mac:aabbccddeeff")))
            #expect(rules.admits(BeaconID(canonical: "mac:aabbccddee00")))
        }
    }
}
