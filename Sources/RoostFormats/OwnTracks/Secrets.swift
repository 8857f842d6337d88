public import RoostCore

/// The keys with which phones encrypt their messages.
///
/// A device's own key takes precedence over that of its user.
public struct Secrets: Hashable, Sendable {
    private let devices: [DeviceKey: String]
    private let users: [ID<User>: String]

    public init(devices: [DeviceKey: String] = [:], users: [ID<User>: String] = [:]) {
        self.devices = devices
        self.users = users
    }

    func secret(of device: DeviceKey) -> String? {
        devices[device] ?? users[device.user]
    }
}

extension Secrets: CustomStringConvertible, CustomReflectable {
    /// Their number only, so that no log ever holds a secret.
    public var description: String { "\(devices.count + users.count) secrets" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
