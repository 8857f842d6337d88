import RoostCore
import RoostFormats

extension Refusal {
    init(_ objection: Effect.Objection, of user: ID<User>) {
        switch objection {
        case .unknownUser:
            self.init(.unknownUser, "\(user): let them in with `roost user add \(user)`")
        case .tooManyDevices:
            self.init(.tooManyDevices, "\(user): another device id with each message?")
        case .tooManyUsers:
            self.init(.tooManyUsers, "\(user): another user with each message?")
        }
    }
}
