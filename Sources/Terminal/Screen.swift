import Glibc
import Synchronization

/// Standard output as a screen that is redrawn in place.
public struct Screen {
    public let isColored: Bool
    private var isEntered = false
    private var shown: [String] = []

    /// Whether standard output is a terminal.
    public static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// In colours on a terminal, unless `NO_COLOR` is set and not empty.
    public init() {
        let isPlain = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        isColored = Self.isTerminal && !isPlain
    }

    /// Columns and lines; 80 × 24 if the terminal does not report them.
    public static var size: (width: Int, height: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Shows `lines` in place of the previous ones, in one write, so that nothing flickers.
    ///
    /// The first call changes to the terminal's alternate screen; `leave` changes back.
    public mutating func draw(_ lines: [String]) {
        if Self.wasSuspended.exchange(false, ordering: .acquiring) { isEntered = false }
        guard lines != shown || !isEntered else { return }
        shown = lines
        var text = isEntered ? "" : "\u{1b}[?1049h\u{1b}[?25l"
        if !isEntered { Self.giveBackWhenSuspended() }
        isEntered = true
        text += "\u{1b}[H" + lines.map { $0 + "\u{1b}[K" }.joined(separator: "\r\n") + "\u{1b}[J"
        Self.write(text)
    }

    /// Restores the terminal, and leaves the last picture on it.
    public mutating func leave() {
        guard isEntered else { return }
        isEntered = false
        signal(SIGTSTP, SIG_DFL)
        Self.write("\(Self.leaving)" + shown.joined(separator: "\n") + "\n")
    }

    private static let leaving: StaticString = "\u{1b}[?25h\u{1b}[?1049l"
    private static let wasSuspended = Atomic(false)

    /// Gives the shell its own screen on Ctrl-Z; the next picture enters again.
    private static func giveBackWhenSuspended() {
        // What the handler uses must have been made before, since it may interrupt anything.
        _ = (leaving, wasSuspended.load(ordering: .relaxed))
        signal(SIGTSTP) { _ in
            _ = Glibc.write(
                STDOUT_FILENO, Screen.leaving.utf8Start, Screen.leaving.utf8CodeUnitCount)
            Screen.wasSuspended.store(true, ordering: .releasing)
            raise(SIGSTOP)
        }
    }

    /// Writes to standard output at once; returns `false` if it fails, as with a reader that has
    /// gone while SIGPIPE is ignored.
    @discardableResult
    public static func write(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                usleep(1000)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}
