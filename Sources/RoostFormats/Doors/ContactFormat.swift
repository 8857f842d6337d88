import RoostCore

/// What contact sensors at doors publish, whichever system they are part of.
///
/// Zigbee2MQTT says `{"contact":false}` for an open door; Home Assistant's state stream and ESPHome
/// say `on` or `ON`; others say one of the words below, alone or as a member of an object.
enum ContactFormat {
    private enum Name: String, CaseIterable {
        /// Whether the two halves of the sensor touch, that is, whether the door is shut.
        case contact
        case open, opening, door, window, state
    }

    private static let names = Vocabulary<Name>()

    private enum Word {
        case open, shut
        /// Said of the door, `yes` means open; said of the contact, it means shut.
        case yes, no

        init?(_ text: String) {
            switch text.filter({ !$0.isWhitespace && $0 != "\"" }).lowercased() {
            case "open", "opened": self = .open
            case "closed", "close", "shut": self = .shut
            case "on", "true", "1": self = .yes
            case "off", "false", "0": self = .no
            default: return nil
            }
        }

        func isOpen(ofContact: Bool) -> Bool {
            switch self {
            case .open: true
            case .shut: false
            case .yes: !ofContact
            case .no: ofContact
            }
        }
    }

    /// Whether the door is open; `nil` for a message that does not say, such as one about a
    /// battery.
    ///
    /// - Parameter topic: If it ends in `/contact`, the word is about the contact.
    static func isOpen(_ payload: [UInt8], topic: String) throws(Refusal) -> Bool? {
        guard payload.contains(where: { $0 > 0x20 }) else { return nil }
        guard payload.isObject else {
            guard let text = String(validating: payload, as: UTF8.self) else {
                throw Refusal(.invalidUTF8, "door")
            }
            // Home Assistant's words for a sensor that does not tell.
            if ["unavailable", "unknown"].contains(text) { return nil }
            guard let word = Word(text) else { throw Refusal(.wrongType, "door") }
            return word.isOpen(ofContact: topic.hasSuffix("/contact"))
        }
        var (contact, other): (Bool?, Bool?)
        try LenientReader.members(of: payload, names) { (name, reader) throws(JSONError) in
            guard let word = try word(&reader) else { return }
            if name == .contact {
                contact = word.isOpen(ofContact: true)
            } else {
                other = other ?? word.isOpen(ofContact: false)
            }
        }
        return contact ?? other
    }

    /// The value of a member; `nil` if it is no such word, such as the `state` of something else.
    private static func word(_ reader: inout LenientReader) throws(JSONError) -> Word? {
        switch try reader.json.scalar() {
        case .bool(let flag): flag ? .yes : .no
        case .number(let number): number == 0 ? .no : number == 1 ? .yes : nil
        case .text(let text): Word(reader.json.string(text))
        case .null, .container: nil
        }
    }
}
