/// Writes comma-separated values, RFC 4180.
public enum CSV {
    /// One record, with its line ending.
    public static func line(_ fields: [String]) -> String {
        fields.map(quoted).joined(separator: ",") + "\r\n"
    }

    private static func quoted(_ field: String) -> String {
        let isPlain = !field.utf8.contains { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\r")
                || byte == UInt8(ascii: "\n")
        }
        guard !isPlain || field.first == " " || field.last == " " else { return field }
        var bytes = [UInt8(ascii: "\"")]
        for byte in field.utf8 {
            // By bytes: a combining mark after the quote would make it another character.
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        return String(decoding: bytes + [UInt8(ascii: "\"")], as: UTF8.self)
    }
}
