import RoostCore
import RoostFormats

/// A group as its members see it.
struct GroupAnswer: JSONWritable {
    private let group: Group
    private let household: Household

    init(_ group: Group, in household: Household) {
        self.group = group
        self.household = household
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("group", group.id)
            json.member("name", group.name)
            json.member("owner", group.owner)
            json.member("members", group.members.map(\.user))
            json.member(
                "people",
                group.members.map { member in
                    Members { json in
                        json.member("user", member.user)
                        json.member("name", household.users[member.user]?.name)
                        json.member("since", member.since)
                    }
                })
            json.member("revision", group.revision)
        }
    }
}

/// A message as it is pushed to a group's members and returned on request.
struct GroupMessageAnswer: JSONWritable {
    private let message: GroupMessage
    private let name: String?

    init(_ message: GroupMessage, in household: Household) {
        self.message = message
        name = household.users[message.author]?.name
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", "\(message.group)-\(message.number)")
            json.member("group", message.group)
            json.member("number", message.number)
            json.member("user", message.author)
            json.member("name", name)
            json.member("text", message.text)
            json.member("time", message.time)
            if case .name(let name) = message.key { json.member("message", name) }
        }
    }
}
