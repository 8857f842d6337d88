import Foundation
import RoostFormats

/// The `roost` that was built beside the benchmark, with a fresh data folder.
struct BuiltRoost {
    private let program: String
    private let folder: URL

    /// - Parameter folder: Where it may write; it is created.
    init(in folder: URL) throws {
        program = try Programs.roost()
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Imports a household.
    ///
    /// - Returns: The household as Roost understood it, in the form of `roost export --json`.
    func takeIn(household path: String) throws -> JSON {
        _ = try run(["import", path, "--data", data])
        let text = try run(["export", "--json", "--data", data])
        do throws(JSONError) {
            return try JSON(text)
        } catch {
            throw Problem("roost export: \(error)")
        }
    }

    /// What would have been published for a recording.
    func replay(_ path: String) throws -> [UInt8] {
        try run(["replay", path, "--data", data])
    }

    private var data: String { folder.appending(path: "data").path }

    private func run(_ arguments: [String]) throws -> [UInt8] {
        try output(of: [program] + arguments, in: folder)
    }
}

/// Runs a program to its end.
///
/// - Parameter folder: Where its output is stored during the run.
/// - Throws: `Problem` with its error output, if it fails.
func output(of arguments: [String], in folder: URL) throws -> [UInt8] {
    let output = folder.appending(path: "output")
    let errors = folder.appending(path: "errors")
    defer {
        // Leftovers in a temporary folder do no harm.
        try? FileManager.default.removeItem(at: output)
        try? FileManager.default.removeItem(at: errors)
    }
    let status = try Child(arguments, output: output.path, errors: errors.path).finish()
    guard status == 0 else {
        let text = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        // The caller already marks it as an error.
        throw Problem(text.hasPrefix("Error: ") ? String(text.dropFirst(7)) : text)
    }
    return Array(try Data(contentsOf: output))
}
