public import Logging

extension Logger {
    /// A logger that writes to standard error, as a daemon's should.
    public init(program: String, level: Logger.Level) {
        self.init(label: program) { StreamLogHandler.standardError(label: $0) }
        logLevel = level
    }
}
