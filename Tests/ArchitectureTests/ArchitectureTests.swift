import Foundation
import Testing

/// The arrows between the modules: the build refuses a missing dependency, but neither one that
/// points the wrong way nor `import Foundation`.
@Suite("Architecture")
struct ArchitectureTests {
    /// Each imports only modules before it.
    private static let layers = [
        "SeededRandom", "LoopbackSockets", "RoostCore", "Simulator", "RoostFormats", "RoostStore",
        "MQTT", "RoostSettings", "RoostWeb", "RoostGateway", "Terminal", "Pictures",
        "BluetoothScanner",
    ]
    private static let programs = ["roost", "roost-edge", "roost-bench", "roost-picture"]

    @Test("A module imports only modules in layers below it")
    func arrows() throws {
        let found = try FileManager.default.contentsOfDirectory(atPath: folder(of: "").path())
            // Those that begin so are headers of C.
            .filter { $0.wholeMatch(of: /C[A-Z].*/) == nil }
        #expect(Set(found) == Set(Self.layers + Self.programs), "a module has no layer")
        for (index, module) in Self.layers.enumerated() {
            let above = Self.layers[index...] + Self.programs
            for (file, name) in try imports(of: module) {
                #expect(!above.contains(name), "\(file) imports \(name)")
            }
        }
    }

    @Test(
        "A pure module imports nothing that could do I/O",
        arguments: [
            ("RoostCore", ["Glibc", "HeapModule", "OrderedCollections"]),
            ("RoostFormats", ["RoostCore", "CCrypto", "CSodium"]),
        ])
    func imports(module: String, allowed: [String]) throws {
        for (file, name) in try imports(of: module) {
            #expect(allowed.contains(name), "\(file) imports \(name)")
        }
    }

    @Test(
        "A pure module never asks for the time, never waits, and opens nothing",
        arguments: ["RoostCore", "RoostFormats"])
    func isPure(module: String) throws {
        // Glibc is there for its mathematics.
        let impure =
            /Date\(\)|Clock\b|\bsleep\b|\bTask\b|clock_gettime|gettimeofday|\btime\(nil|fopen|getenv|socket\(/
        for file in try sources(of: module) {
            let code = try String(contentsOf: file, encoding: .utf8)
                .replacing(/\/\/.*/, with: "")
            #expect(!code.contains(impure), "\(file)")
        }
    }

    private func imports(of module: String) throws -> [(file: String, name: String)] {
        try sources(of: module).flatMap { file in
            try String(contentsOf: file, encoding: .utf8)
                .matches(of: /(?m)^(?:@\w+ )?(?:public |internal )?import (\w+)/)
                .map { (file.lastPathComponent, String($0.1)) }
        }
    }

    private func sources(of module: String) throws -> [URL] {
        let folder = folder(of: module)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
        let files = paths.filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0) }
        try #require(!files.isEmpty)
        return files
    }

    private func folder(of module: String) -> URL {
        URL(filePath: #filePath).appending(path: "../../../Sources/\(module)").standardized
    }
}
