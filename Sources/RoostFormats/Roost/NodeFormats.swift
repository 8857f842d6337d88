public import RoostCore

/// What a node publishes about itself, retained: whether it is there, and where it stands.
enum NodeFormats {
    /// A word, as plain text or as a JSON string.
    static func status(_ payload: [UInt8]) throws(Refusal) -> NodeStatus {
        var word = payload[...]
        while let last = word.last, last <= 0x20 { word.removeLast() }
        while let first = word.first, first <= 0x20 { word.removeFirst() }
        if word.count > 1, word.first == UInt8(ascii: "\""), word.last == UInt8(ascii: "\"") {
            word = word.dropFirst().dropLast()
        }
        for status in NodeStatus.allCases where word.elementsEqual(status.rawValue.utf8) {
            return status
        }
        guard String(validating: payload, as: UTF8.self) != nil else {
            throw Refusal(.invalidUTF8, "status")
        }
        throw Refusal(.wrongType, "status")
    }

    /// The same for a scanner of another system, which uses only two of these words.
    static func isOnline(_ payload: [UInt8]) throws(Refusal) -> Bool {
        try status(payload) == .online
    }

    private enum Name: String, CaseIterable {
        case place, room, exit
    }

    private static let names = Vocabulary<Name>()

    static func info(_ payload: [UInt8]) throws(Refusal) -> NodeInfo {
        var info = NodeInfo()
        var place: String?
        try LenientReader.members(of: payload, names) { (name, reader) throws(JSONError) in
            switch name {
            case .place: place = try reader.string("place")
            case .room: info.room = try reader.string("room")
            case .exit: info.isExit = try reader.flag("exit")
            }
        }
        if let place, !place.isEmpty {
            guard let id = ID<Place>(place) else { throw Refusal(.invalidID, "place") }
            info.place = id
        }
        if let room = info.room {
            guard room.utf8.count <= 200 else { throw Refusal(.outOfRange, "room") }
            if room.isEmpty { info.room = nil }
        }
        return info
    }
}

extension NodeInfo: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("place", place)
            json.member("room", room)
            json.member("exit", isExit)
        }
    }
}
