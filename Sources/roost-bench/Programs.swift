import Foundation

/// The paths of the programs.
enum Programs {
    static func bench() throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    }

    /// The gateway that was built beside the benchmark.
    static func roost() throws -> String {
        let path = URL(filePath: try bench()).deletingLastPathComponent()
            .appending(path: "roost").path
        guard access(path, X_OK) == 0 else {
            throw Problem("there is no roost beside roost-bench: `swift build -c release` first.")
        }
        return path
    }
}
