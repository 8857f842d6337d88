import Glibc

/// Asks for text that must not be visible while it is typed.
public enum SecretPrompt {
    /// Whether a person is typing, who can be asked twice.
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
        // Ctrl-C would otherwise leave a terminal that does not show what is typed.
        let caught = [SIGINT, SIGTERM]
        let signals = StopSignal().catchSignals(caught) { [visible] in
            use(visible)
            _exit(130)
        }
        // So would Ctrl-Z, after which the shell shows it again.
        signal(SIGTSTP, SIG_IGN)
        use(silent)
        say(prompt)
        defer {
            use(visible)
            withExtendedLifetime(signals) {}
            for number in caught + [SIGTSTP] { signal(number, SIG_DFL) }
        }
        return line()
    }

    /// Writes to standard error, which is seen even if the output goes to a file.
    private static func say(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }

    /// Sets the terminal to a mode, on a new line if that mode echoes.
    private static func use(_ mode: termios) {
        var mode = mode
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode)
        if mode.c_lflag & tcflag_t(ECHO) != 0 { say("\n") }
    }

    private static func line() -> String? {
        readLine().flatMap { $0.isEmpty ? nil : $0 }
    }
}
