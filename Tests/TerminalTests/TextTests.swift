import Terminal
import Testing

@Suite("Text on a terminal")
struct TextTests {
    @Test(
        "East Asian letters and emoji take two columns, and combining characters take none",
        arguments: [
            ("Keys", 4), ("Zoë", 3), ("Zoe\u{308}", 3), ("陳大文", 6), ("ｱ", 1), ("가", 2),
            ("👨‍👩‍👧", 2), ("🔑 key", 6), ("☂\u{fe0f}", 2), ("می\u{200c}خواهم", 7),
            ("हिन्दी", 5), ("น้ำ", 2), ("กำไร", 4), ("தமிழ்", 4), ("ខ្មែរ", 4), ("각", 2),
            ("🇩🇪", 2), ("👍🏽", 2),
        ])
    func columns(_ text: String, _ columns: Int) {
        #expect(text.columns == columns)
    }

    @Test("Long text is broken between words, or within a word that is longer than a line")
    func wrapped() {
        #expect(
            "12:00  Alice: you forgot your keys".wrapped(to: 20, indentation: 7)
                == ["12:00  Alice: you", "       forgot your", "       keys"])
        let lines = "12:00  你把钥匙忘在家里了，请你马上回去拿".wrapped(to: 20, indentation: 7)
        #expect(lines.joined().filter { $0 != " " } == "12:00你把钥匙忘在家里了，请你马上回去拿")
        #expect(lines.allSatisfy { $0.columns <= 20 })
        #expect("abc".wrapped(to: 2, indentation: 7) == ["a…"])
        // One character of the keyboard's point of view, and fifty columns wide.
        let giant = "a" + String(repeating: "\u{93e}", count: 50)
        let broken = "\(giant)bc \(giant)".wrapped(to: 20, indentation: 7)
        #expect(broken.allSatisfy { $0.columns <= 20 } && broken.count <= 5)
    }

    @Test("Text is cut by columns, not by characters", arguments: [4, 5])
    func cut(_ width: Int) {
        let text = "陳大文".fitted(to: width)
        #expect(text == (width == 4 ? "陳…" : "陳大…"))
        #expect(text.columns <= width)
        #expect("陳大文".fitted(to: 6) == "陳大文")
        #expect("Keys".fitted(to: 0) == "")
    }

    @Test("Columns line up even with wide characters")
    func table() {
        let table = TextTable(
            columns: [.init(title: "WHO", rank: 0), .init(title: "WHERE", rank: 0)],
            rows: [
                [TextCell("陳大文"), TextCell("Home")], [TextCell("Al"), TextCell("Work")],
            ])
        #expect(
            table.lines(width: 40, isColored: false)
                == ["WHO     WHERE", "陳大文  Home", "Al      Work"])
    }

    @Test("Control and direction characters are removed, and joiners are kept")
    func harmless() {
        #expect("A\u{1b}[2J\u{9b}b\u{202e}c\u{2028}d".harmless == "A[2Jbcd")
        #expect("👨‍👩‍👧 می\u{200c}خواهم".harmless == "👨‍👩‍👧 می\u{200c}خواهم")
    }
}
