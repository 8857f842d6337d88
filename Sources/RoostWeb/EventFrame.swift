/// The bytes of server-sent events, as in the HTML standard.
enum EventFrame {
    /// Tells the browser to reconnect two seconds after a lost connection.
    static let opening = Array("retry: 2000\n\n".utf8)

    static func bytes(of event: LiveEvent) -> [UInt8] {
        switch event {
        case .heartbeat:
            // A named event, since a page cannot see a comment.
            Array("event: heartbeat\ndata: {}\n\n".utf8)
        case .resync(let missed):
            frame("resync", id: nil, data: Array("{\"missed\":\(missed)}".utf8))
        case .snapshot(let snapshot):
            frame("snapshot", id: snapshot.sequence, data: snapshot.json)
        case .change(let update, let sequence):
            frame(update.kind.rawValue, id: sequence, data: update.json ?? removal(of: update))
        }
    }

    private static func frame(_ name: String, id: UInt64?, data: [UInt8]) -> [UInt8] {
        let id = id.map { "id: \($0)\n" } ?? ""
        return Array("event: \(name)\n\(id)data: ".utf8) + data + Array("\n\n".utf8)
    }

    /// `{"user":"bob","removed":true}`, with the key of the subject, so that clients need no second
    /// rule.
    private static func removal(of update: LiveUpdate) -> [UInt8] {
        Array("{\"\(update.kind.idKey)\":\(update.id.quotedAsJSON),\"removed\":true}".utf8)
    }
}
