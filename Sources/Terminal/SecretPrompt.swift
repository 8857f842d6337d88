import Glibc

/// Asks for what nobody should see while it is typed.
public enum SecretPrompt {
    /// Whether somebody types, and can be asked twice.
    public static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// Reads a line from standard input; a terminal does not show it.
    ///
    /// - Returns: `nil` at the end of the input, and for an empty line.
    public static func read(_ prompt: String) -> String? {
        guard isTerminal else { return line() }
        var visible = termios()
        tcgetattr(STDIN_FILENO, &visible)
        var silent = visible
        silent.c_lflag &= ~tcflag_t(ECHO)
        // Ctrl-C would else leave a terminal that shows nothing of what is typed.
        let caught = [SIGINT, SIGTERM]
        let signals = StopSignal().catchSignals(caught) { [visible] in
            use(visible)
            _exit(130)
        }
        use(silent)
        say(prompt)
        defer {
            use(visible)
            withExtendedLifetime(signals) {}
            for number in caught { signal(number, SIG_DFL) }
        }
        return line()
    }

    /// Where it is seen though the output goes into a file.
    private static func say(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }

    /// Lets the terminal be so from now on, on a new line if it was silent.
    private static func use(_ mode: termios) {
        var mode = mode
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode)
        if mode.c_lflag & tcflag_t(ECHO) != 0 { say("\n") }
    }

    private static func line() -> String? {
        readLine().flatMap { $0.isEmpty ? nil : $0 }
    }
}
