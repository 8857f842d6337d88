/// The page as it is served: with what is known now in it, so that it is whole before it runs.
struct LivePage: Sendable {
    private let before: [UInt8]
    private let after: [UInt8]

    /// Where in the page the snapshot goes.
    private static let mark = "<script id=\"snapshot\" type=\"application/json\">"

    init(html: [UInt8]) {
        let text = String(decoding: html, as: UTF8.self)
        let cut = text.firstRange(of: Self.mark)?.upperBound ?? text.endIndex
        before = Array(text[..<cut].utf8)
        after = Array(text[cut...].utf8)
    }

    /// No `<` of the data can end the element that it stands in.
    func html(showing snapshot: LiveSnapshot) -> [UInt8] {
        let json = snapshot.json.flatMap { byte in
            byte == UInt8(ascii: "<") ? Array("\\u003c".utf8) : [byte]
        }
        return before + json + after
    }
}
