import RoostCore

extension Topics {
    /// Filters for all topics under which Roost retains the states of people, things and places;
    /// others publish there too.
    public var stateFilters: [String] {
        let own = [
            "user/+/presence", "user/+/location", "user/+/spending", "user/+/friends/+",
            "user/+/item/+", "item/+/state", "place/+/occupancy",
        ]
        let phones = ownTracks.map { ["\($0)/+/+", "\($0)/+/+/info"] } ?? []
        return own.map { "\(base)/\($0)" } + phones
            + ["\(homeAssistant)/device/+/config", "\(homeAssistant)/device_tracker/+/state"]
    }

    /// Whether a topic that matches one of these filters is Roost's.
    public func isState(_ topic: String) -> Bool {
        let prefixes = [
            "\(base)/", "\(homeAssistant)/device/roost_", "\(homeAssistant)/device/roostitem_",
            "\(homeAssistant)/device_tracker/roost_",
        ]
        let phones = ownTracks.map { ["\($0)/\(User.phonePrefix)"] } ?? []
        return (prefixes + phones).contains(where: topic.hasPrefix)
    }
}
