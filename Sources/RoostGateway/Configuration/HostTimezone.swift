import Foundation

/// The time zone of this machine's clock on the wall.
///
/// Foundation knows it too, but reads all its data about zones to tell, even if it is UTC.
enum HostTimezone {
    /// Its IANA name, such as `Europe/Vienna`; `UTC` if nothing tells.
    ///
    /// - Parameters:
    ///   - variable: The environment variable `TZ`, which goes before the system's setting.
    ///   - link: The link to the file of the system's zone.
    ///   - file: What Debian writes its name into; in a container the link is often a mere copy.
    static func name(
        variable: String?, link: String = "/etc/localtime", file: String = "/etc/timezone"
    ) -> String {
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
        let text = try? String(contentsOfFile: file, encoding: .utf8)
        return variable.map { $0.drop { $0 == ":" } }.flatMap(known)
            ?? target.flatMap(known)
            ?? text.flatMap { known($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? utc
    }

    private static let utc = "UTC"
    private static let folder = "zoneinfo/"

    /// The name by which it is known here, whether it came as a name or as a path.
    private static func known(_ text: some StringProtocol) -> String? {
        let name = text.range(of: folder).map { String(text[$0.upperBound...]) } ?? String(text)
        if ["UTC", "UCT", "GMT", "Zulu"].contains(name.split(separator: "/").last) { return utc }
        return TimeZone(identifier: name) == nil ? nil : name
    }
}
