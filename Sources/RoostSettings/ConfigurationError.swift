/// What is wrong with a setting, and where it was made.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The setting's key, such as `broker.url`.
    public var setting: String
    public var reason: String
    /// The file, the variable or the flag; `nil` if none of them is at fault.
    public var source: String?

    public init(setting: String, reason: String, source: String? = nil) {
        self.setting = setting
        self.reason = reason
        self.source = source
    }

    public var description: String {
        "\(setting): \(reason)" + (source.map { " (from \($0))" } ?? "")
    }
}
