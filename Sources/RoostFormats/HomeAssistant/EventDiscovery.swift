public import RoostCore

/// What tells Home Assistant about a user's reminders: a device with an event entity.
///
/// The form is that of device discovery, one retained message at
/// `homeassistant/device/<id>/config`. The events themselves are published at
/// `roost/user/<user>/reminder`.
public struct EventDiscovery: JSONWritable {
    public var user: ID<User>
    public var userName: String
    public var topics: Topics
    /// The gateway's version.
    public var version: String

    public init(user: ID<User>, userName: String, topics: Topics, version: String) {
        self.user = user
        self.userName = userName
        self.topics = topics
        self.version = version
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("device") { json in
                json.object { json in
                    json.member("identifiers", ["roost_\(user)"])
                    json.member("name", userName)
                    json.member("manufacturer", "Roost")
                }
            }
            json.member("origin") { json in
                json.object { json in
                    json.member("name", "Roost")
                    json.member("sw_version", version)
                }
            }
            json.member("availability") { json in
                json.array { json in
                    json.object { $0.member("topic", topics.gatewayStatus) }
                }
            }
            json.member("components") { json in
                json.object { json in
                    json.member("reminder") { json in
                        json.object { json in
                            json.member("platform", "event")
                            json.member("unique_id", "roost_\(user)_reminder")
                            json.member("name", "Reminder")
                            json.member("icon", "mdi:note-text-outline")
                            json.member("state_topic", topics.reminder(user))
                            json.member("event_types", ["note", "fact"])
                        }
                    }
                }
            }
        }
    }
}
