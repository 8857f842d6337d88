/// The served page, with the current snapshot in it, so that it is complete before it runs.
struct LivePage: Sendable {
    private let before: [UInt8]
    private let after: [UInt8]

    /// The position of the snapshot in the page.
    private static let mark = "<script id=\"snapshot\" type=\"application/json\">"

    init(html: [UInt8]) {
        let text = String(decoding: html, as: UTF8.self)
        let cut = text.firstRange(of: Self.mark)?.upperBound ?? text.endIndex
        before = Array(text[..<cut].utf8)
        after = Array(text[cut...].utf8)
    }

    /// Escapes each `<` of the data, which could otherwise end its element.
    func html(showing snapshot: LiveSnapshot) -> [UInt8] {
        var html = before
        for byte in snapshot.json {
            if byte == UInt8(ascii: "<") {
                html += "\\u003c".utf8
            } else {
                html.append(byte)
            }
        }
        return html + after
    }
}
