/// A user's device.
public struct DeviceKey: Hashable, Sendable, Codable {
    public var user: ID<User>
    public var device: Device

    public init(user: ID<User>, device: Device) {
        self.user = user
        self.device = device
    }
}
