import Foundation
import RoostCore

/// A folder with a household, recordings of walks through it, and the true positions of the tag.
struct DataFolder {
    let folder: URL
    /// The names of its walks, each a recording with its truth.
    let walks: [String]

    static let household = "household.yaml"
    static let fingerprints = "fingerprints.csv"
    /// A walk that calibrates Roost, and is not scored.
    static let calibration = "calibration"
    static let calibrationTruth = "calibration.truth.csv"

    /// - Throws: `Problem` that says what is missing.
    init(_ path: String) throws {
        folder = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL
        let files: [String]
        do {
            files = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw Problem("\(path) cannot be read: \(Self.expected)")
        }
        guard files.contains(Self.household) else {
            throw Problem("\(path) has no \(Self.household): \(Self.expected)")
        }
        func names(_ endings: String...) -> Set<String> {
            Set(
                files.flatMap { file in
                    endings.filter { file.hasSuffix($0) }.map { String(file.dropLast($0.count)) }
                }
            ).subtracting([Self.calibration])
        }
        let recorded = names(".ndjson", ".ndjson.gz")
        let known = names(".truth.csv")
        for name in recorded.subtracting(known).sorted() {
            throw Problem(
                "\(path): the walk \(name) has no \(name).truth.csv: where the tag truly was, as "
                    + "time,room,x,y or a part of it")
        }
        for name in known.subtracting(recorded).sorted() {
            throw Problem("\(path): \(name).truth.csv has no recording \(name).ndjson")
        }
        guard !recorded.isEmpty else {
            throw Problem("\(path) has no walk: \(Self.expected)")
        }
        walks = recorded.sorted()
    }

    private static let expected =
        "expected is a folder with household.yaml, and NAME.ndjson with NAME.truth.csv for each walk"

    func path(of file: String) -> String { folder.appending(path: file).path }

    func has(_ file: String) -> Bool { FileManager.default.fileExists(atPath: path(of: file)) }

    /// The bytes of NAME.ndjson or NAME.ndjson.gz; `nil` if there is neither.
    ///
    /// - Parameter workspace: A folder for temporary unpacked files.
    func recording(_ name: String, workspace: URL) throws -> (bytes: [UInt8], file: String)? {
        let (plain, packed) = (path(of: "\(name).ndjson"), path(of: "\(name).ndjson.gz"))
        if has("\(name).ndjson") {
            guard let data = FileManager.default.contents(atPath: plain) else {
                throw Problem("\(plain) cannot be read")
            }
            return (Array(data), plain)
        }
        guard has("\(name).ndjson.gz") else { return nil }
        do {
            return (
                try output(of: ["/usr/bin/env", "gzip", "-dc", packed], in: workspace), packed
            )
        } catch let problem as Problem {
            throw Problem("\(packed) cannot be unpacked: \(problem)")
        }
    }

    /// A table of the folder.
    func table(_ file: String, required: [String]) throws -> CSVTable {
        let path = path(of: file)
        guard let data = FileManager.default.contents(atPath: path),
            let text = String(validating: data, as: UTF8.self)
        else { throw Problem("\(path) cannot be read as text") }
        return try CSVTable(text, name: path, required: required)
    }
}
