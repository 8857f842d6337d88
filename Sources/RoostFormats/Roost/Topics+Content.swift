public import RoostCore

extension Topics {
    /// What is published under a topic that people read.
    public enum Content: Hashable, Sendable {
        case gatewayStatus
        case presence(ID<User>)
        case alert(ID<User>)
        /// A friend, as the viewer sees them.
        case friend(ID<User>, of: ID<User>)
        case item(ID<Item>)
        /// An item, as its owner sees it.
        case ownItem(ID<Item>, of: ID<User>)
        case occupancy(ID<Place>)
    }

    /// Takes a topic apart: the inverse of the functions that name it.
    ///
    /// - Returns: `nil` for any other topic.
    public func content(of topic: String) -> Content? {
        guard topic.hasPrefix("\(base)/") else { return nil }
        let levels = topic.dropFirst(base.count + 1)
            .split(separator: "/", omittingEmptySubsequences: false)
        func id<Entity>(_ level: Int) -> ID<Entity>? { ID(String(levels[level])) }
        switch (levels.count, levels[0], levels.count > 2 ? levels[2] : "") {
        case (2, "gateway", _) where levels[1] == "status": return .gatewayStatus
        case (3, "user", "presence"): return id(1).map { .presence($0) }
        case (3, "user", "alert"): return id(1).map { .alert($0) }
        case (3, "item", "state"): return id(1).map { .item($0) }
        case (3, "place", "occupancy"): return id(1).map { .occupancy($0) }
        case (4, "user", "friends"):
            guard let viewer: ID<User> = id(1), let friend: ID<User> = id(3) else { return nil }
            return .friend(friend, of: viewer)
        case (4, "user", "item"):
            guard let owner: ID<User> = id(1), let item: ID<Item> = id(3) else { return nil }
            return .ownItem(item, of: owner)
        default: return nil
        }
    }
}
