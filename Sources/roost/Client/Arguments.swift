import ArgumentParser
import Foundation
import RoostCore
import RoostFormats
import RoostSettings

/// An id from the command line.
func id<Entity>(_ text: String, _ argument: String) throws -> ID<Entity> {
    guard let id = ID<Entity>(text) else {
        throw ValidationError("\(argument) must be 1 to 64 of a-z, 0-9, _ and -: '\(text)'")
    }
    return id
}

extension CaseIterable where Self: RawRepresentable<String> {
    /// The words that may be given, for a help text: `key, id, bag`.
    static var words: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// The same where only one may be given: `key, id or bag`.
    static var choice: String {
        let words = allCases.map(\.rawValue)
        return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }
}

/// The numbers of a comma-separated list; `nil` if one is not a number.
func numbers(in text: some StringProtocol) -> [Double]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
    return numbers.count == parts.count ? numbers : nil
}

/// The file that an argument names: `-` is standard input.
func inputFile(_ argument: String) -> String { argument == "-" ? "/dev/stdin" : argument }

/// The content of the file that an argument names.
///
/// - Throws: `ClientError` with the argument and the system's reason.
func inputBytes(_ argument: String) throws -> [UInt8] {
    do {
        return try WholeFile.read(inputFile(argument))
    } catch {
        throw ClientError("\(argument) cannot be read: \(error)")
    }
}

/// The same, encoded as in requests.
func base64(of argument: String) throws -> String {
    let bytes = try inputBytes(argument)
    // The broker refuses what is far larger, and would not say why.
    guard bytes.count <= RequestField.mostPictureBytes else {
        throw ClientError(
            "\(argument) has \(bytes.count) bytes: a picture must be at most "
                + "\(RequestField.mostPictureBytes) bytes")
    }
    return Data(bytes).base64EncodedString()
}
