/// Packets of MQTT 3.1.1, made byte by byte: no library stands between the load and the broker.
enum MQTTPacket {
    static func connect(clientID: String) -> [UInt8] {
        // Protocol name and level, a clean session, no keep-alive.
        let head: [UInt8] = [0, 4] + Array("MQTT".utf8) + [4, 2, 0, 0]
        return packet(type: 0x10, head + string(clientID))
    }

    /// Subscribes to `filters`, without acknowledgement.
    static func subscribe(to filters: [String]) -> [UInt8] {
        packet(type: 0x82, [0, 1] + filters.flatMap { string($0) + [0] })
    }

    /// - Parameter id: The id for the acknowledgement; `nil` for quality of service 0.
    static func publish(_ payload: String, to topic: String, id: UInt16?) -> [UInt8] {
        let mark = id.map { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        return packet(
            type: id == nil ? 0x30 : 0x32, string(topic) + (mark ?? []) + Array(payload.utf8))
    }

    private static func packet(type: UInt8, _ body: [UInt8]) -> [UInt8] {
        var head = [type]
        var length = body.count
        repeat {
            let digit = UInt8(length & 0x7f)
            length >>= 7
            head.append(length > 0 ? digit | 0x80 : digit)
        } while length > 0
        return head + body
    }

    private static func string(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        let count = UInt16(truncatingIfNeeded: bytes.count)
        return [UInt8(count >> 8), UInt8(count & 0xff)] + bytes
    }
}

/// A packet from the broker.
enum MQTTArrival {
    /// The broker acknowledged a publish.
    case acknowledged
    case message(topic: String, payload: [UInt8])
    case other
}

/// Splits a stream of bytes into packets.
struct MQTTStream {
    private var bytes: [UInt8] = []
    private var start = 0

    mutating func append(_ more: UnsafeRawBufferPointer) {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: true)
            start = 0
        } else if start > 1 << 16 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// The next whole packet, or `nil` until more has come.
    mutating func next() -> MQTTArrival? {
        var index = start + 1
        var length = 0
        var shift = 0
        while true {
            guard index < bytes.count else { return nil }
            length |= Int(bytes[index] & 0x7f) << shift
            shift += 7
            index += 1
            if bytes[index - 1] & 0x80 == 0 { break }
        }
        guard bytes.count >= index + length else { return nil }
        defer { start = index + length }
        switch bytes[start] & 0xf0 {
        case 0x40: return .acknowledged
        case 0x30 where length >= 2:
            let topicEnd = index + 2 + Int(bytes[index]) << 8 + Int(bytes[index + 1])
            guard topicEnd <= index + length else { return .other }
            return .message(
                topic: String(decoding: bytes[(index + 2)..<topicEnd], as: UTF8.self),
                payload: Array(bytes[topicEnd..<(index + length)]))
        default: return .other
        }
    }
}
