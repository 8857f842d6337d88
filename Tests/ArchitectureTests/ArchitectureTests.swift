import Foundation
import Testing

/// The arrows between the modules, as a test: the build refuses a missing dependency, but not a
/// needless one, and never `import Foundation`.
@Suite("Architecture")
struct ArchitectureTests {
    @Test(
        "A pure module imports nothing that could do I/O",
        arguments: [
            ("RoostCore", ["Glibc", "HeapModule", "OrderedCollections"]),
            ("RoostFormats", ["RoostCore", "CCrypto", "CSodium"]),
        ])
    func imports(module: String, allowed: [String]) throws {
        for file in try sources(of: module) {
            let text = try String(contentsOf: file, encoding: .utf8)
            for line in text.matches(of: /(?m)^(?:public )?import (\w+)/) {
                #expect(allowed.contains(String(line.1)), "\(file.lastPathComponent)")
            }
        }
    }

    @Test(
        "A pure module never asks what time it is, and never waits",
        arguments: ["RoostCore", "RoostFormats"])
    func readsNoClock(module: String) throws {
        for file in try sources(of: module) {
            let code = try String(contentsOf: file, encoding: .utf8)
                .replacing(/\/\/.*/, with: "")
            #expect(!code.contains(/Date\(\)|Clock\b|\bsleep\b|\bTask\b|clock_gettime/), "\(file)")
        }
    }

    private func sources(of module: String) throws -> [URL] {
        let folder = URL(filePath: #filePath)
            .appending(path: "../../../Sources/\(module)").standardized
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
        let files = paths.filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0) }
        try #require(!files.isEmpty)
        return files
    }
}
