import RoostCore
import RoostFormats
import RoostStore

extension RequestDesk {
    private static let pages = 1...100

    mutating func say(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["group", "text", "message"], of: user)
        let group = try group(try payload.required("group"), of: user)
        let text = try payload.required("text").string(
            length: 1...GroupMessage.longestText, mostBytes: GroupMessage.mostTextBytes)
        let (key, before) = try saidBefore(payload, text, in: group.id, by: user)
        if let before { return GroupMessageAnswer(before, in: household) }
        let message = GroupMessage(
            group: group.id, number: try stored { try $0.lastMessage(of: group.id) } + 1,
            author: user, text: text, time: engine.now, key: key)
        keep(.groupMessage(message))
        return GroupMessageAnswer(message, in: household)
    }

    /// The key of a message, and the earlier message with that key and text, if any.
    private func saidBefore(
        _ payload: RequestPayload, _ text: String, in group: ID<Group>, by user: ID<User>
    ) throws(RequestError) -> (key: GroupMessage.Key?, message: GroupMessage?) {
        func said(_ key: GroupMessage.Key) throws(RequestError) -> GroupMessage? {
            try stored { try $0.message(in: group, of: user, key: key) }
        }
        if let name = try payload["message"]?.string(length: 1...64) {
            let before = try said(.name(name))
            if let before, before.text != text {
                throw RequestError(
                    .conflict, "you said something else as \(name), choose another",
                    field: "message")
            }
            return (.name(name), before)
        }
        guard let id = payload["id"]?.value else { return (nil, nil) }
        let key = GroupMessage.Key.request(id.jsonText)
        let before = try said(key)
        let isSame = before.map {
            $0.text == text && abs(engine.now.seconds(since: $0.time)) <= Self.repetition
        }
        return (key, isSame == true ? before : nil)
    }

    /// The messages since the user joined: the latest, or those next to a number.
    func messages(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["group", "after", "before", "limit"], of: user)
        try payload.allowOne(of: ["after", "before"], "after and before")
        let group = try group(try payload.required("group"), of: user)
        let limit = try payload["limit"]?.integer(in: Self.pages) ?? 50
        let after = try payload["after"]?.integer(in: 0...Int.max)
        let before = try payload["before"]?.integer(in: 1...Int.max)
        let (messages, hasMore) = try stored {
            try $0.messages(
                in: group.id, for: user, after: after.map(Int64.init),
                before: before.map(Int64.init), limit: limit)
        }
        return Members { json in
            json.member("group", group.id)
            json.member("messages", messages.map { GroupMessageAnswer($0, in: household) })
            json.member("more", hasMore)
        }
    }
}
