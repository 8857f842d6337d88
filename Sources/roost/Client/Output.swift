import ArgumentParser
import Foundation
import SystemPackage
import Terminal

/// Writes a line to standard output.
func write(line: String) throws { try write(line + "\n") }

/// Writes to standard output.
///
/// - Throws: `ClientError` if that fails, as on a full disk; `ExitCode.success` if nobody reads on.
func write(_ text: String) throws {
    guard Screen.write(text) else {
        // A reader that has gone, such as `head`, wants no more.
        if errno == EPIPE { throw ExitCode.success }
        throw ClientError("the output cannot be written: \(Errno(rawValue: errno))")
    }
}

/// Writes to standard error: words for people, which are no part of the output.
func writeError(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
