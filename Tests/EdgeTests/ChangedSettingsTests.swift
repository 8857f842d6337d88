import Foundation
import RoostCore
import RoostSettings
import Testing

@testable import roost_edge

@Suite("Settings that are changed while the node runs")
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

    @Test("A change counts more than the file, outlasts a restart, and an empty one takes it back")
    func keeps() throws {
        try withFolder { base in
            var settings = try ChangedSettings(over: base)
            try settings.change("node.room", to: "Wohnzimmer \"oben\"\n\\")
            try settings.change("publish.weakest_dbm", to: "-80")
            let next = try ChangedSettings(over: base)
            #expect(next.configuration.room == "Wohnzimmer \"oben\"\n\\")
            #expect(next.configuration.publishing.weakest == -80)
            try settings.change("node.room", to: "")
            #expect(settings.configuration.room == "kitchen")
            #expect(try ChangedSettings(over: base).configuration.room == "kitchen")
        }
    }

    @Test(
        "What is no setting, or is none that can be changed, changes nothing and says why",
        arguments: [
            ("node.colour", "red", "cannot be changed"), ("broker.url", "mqtt://x", "node.room"),
            ("publish.weakest_dbm", "loud", "a number"), ("node.exit", "perhaps", "true or false"),
            ("node.place", "My Home!", "the id of a place"),
        ])
    func refuses(_ key: String, _ text: String, _ words: String) throws {
        try withFolder { base in
            var settings = try ChangedSettings(over: base)
            let error = #expect(throws: ConfigurationError.self) {
                try settings.change(key, to: text)
            }
            #expect(error?.description.contains(words) == true, "\(String(describing: error))")
            #expect(settings.texts.isEmpty)
        }
    }

    @Test("Lists are beacons, or how they begin")
    func lists() throws {
        try withFolder { base in
            var settings = try ChangedSettings(over: base)
            try settings.change("publish.deny", to: "ibeacon:*, mac:aabbccddeeff")
            let rules = settings.configuration.publishing
            #expect(!rules.admits(BeaconID(canonical: "ibeacon:1:2:3")))
            #expect(!rules.admits(BeaconID(canonical: "mac:aabbccddeeff")))
            #expect(rules.admits(BeaconID(canonical: "mac:aabbccddee00")))
        }
    }
}
