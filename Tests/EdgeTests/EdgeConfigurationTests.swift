import Foundation
import RoostSettings
import Testing

@testable import roost_edge

@Suite("The configuration of a node")
struct EdgeConfigurationTests {
    private static let shipped = URL(filePath: #filePath)
        .appending(path: "../../../config/roost-edge.yaml").standardized

    private func read(_ file: String) throws -> EdgeConfiguration {
        var configuration = EdgeConfiguration()
        try SettingSources(file: file, environment: [:], prefix: EdgeConfiguration.variablePrefix)
            .apply(to: &configuration, EdgeConfiguration.settings)
        return configuration
    }

    @Test("The shipped file contains every setting, and its values are the defaults")
    func shippedFile() throws {
        let shipped = try read(Self.shipped.path)
        #expect(String(reflecting: shipped) == String(reflecting: EdgeConfiguration()))
        let text = try String(contentsOf: Self.shipped, encoding: .utf8)
        for setting in EdgeConfiguration.settings {
            let name = setting.key.split(separator: ".").last.map(String.init) ?? ""
            #expect(text.contains(" \(name): ") || text.contains("\n# \(name): "), "\(setting.key)")
        }
    }

    @Test(
        "A file that is not a mapping of single values is reported with the fault",
        arguments: [
            ("node: [1]\n", "node must be one value"), ("node:\n  id: a\n  id: b\n", "twice"),
            ("hello\n", "holds no `key: value`"), ("a: \"b\n", "in line"),
            ("? [a]\n: b\n", "has a key that is no text"),
        ])
    func faults(_ text: String, _ words: String) throws {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "roost-edge-\(UUID().uuidString).yaml")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let error = #expect(throws: ConfigurationError.self) { _ = try read(file.path) }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }
}
