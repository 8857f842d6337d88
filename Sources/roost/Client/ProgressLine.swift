import Foundation

/// A counting line on the terminal during a long task; nothing if there is no terminal.
struct ProgressLine {
    private let noun: String
    private var isShown = false

    init(_ noun: String) {
        self.noun = noun
    }

    mutating func show(_ done: Int, of all: Int) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        isShown = true
        writeError("\r\(done) of \(all) \(noun)")
    }

    mutating func end() {
        if isShown { writeError("\n") }
        isShown = false
    }
}
