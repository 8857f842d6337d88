import Glibc

/// The default folder for the data that a program must keep.
public enum StateDirectory {
    /// `/var/lib/NAME` under systemd, else `NAME` in the XDG state folder.
    public static func standard(for name: String) -> String {
        // Set by systemd for a unit with `StateDirectory=`.
        if let folder = variable("STATE_DIRECTORY") { return folder }
        // By the XDG specification, a relative path counts as unset.
        let state = variable("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (state ?? "\(home)/.local/state") + "/" + name
    }

    /// A service may run without the variable.
    private static var home: String {
        variable("HOME") ?? getpwuid(getuid()).map { String(cString: $0.pointee.pw_dir) } ?? "."
    }

    private static func variable(_ name: String) -> String? {
        // By the XDG specification, an empty variable counts as unset.
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
