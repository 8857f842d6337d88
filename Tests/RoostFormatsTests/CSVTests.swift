import RoostFormats
import SeededRandom
import Testing

@Suite("Comma-separated values")
struct CSVTests {
    private static func records(_ text: String) throws -> [[String]] {
        var reader = CSVReader(Array(text.utf8))
        var records: [[String]] = []
        while let record = try reader.next() { records.append(record.fields) }
        return records
    }

    @Test(
        "Records are read in the forms that spreadsheets write",
        arguments: [
            ("a,b\r\n1,2\r\n", [["a", "b"], ["1", "2"]]),
            ("a,b\n1,2", [["a", "b"], ["1", "2"]]),
            ("\u{feff}a;b\n1,5;2", [["a", "b"], ["1,5", "2"]]),
            ("a\tb\n1\t2", [["a", "b"], ["1", "2"]]),
            ("a,b\n\"1,5\",\"say \"\"hi\"\"\"\n", [["a", "b"], ["1,5", "say \"hi\""]]),
            ("a,b\n\"two\r\nlines\",\n\n,\n", [["a", "b"], ["two\r\nlines", ""], ["", ""]]),
            ("a,b\n\"\",x\n", [["a", "b"], ["", "x"]]), ("", []), ("\n\n", []),
            ("a,b\n1\r2,3\n", [["a", "b"], ["1\r2", "3"]]),
        ])
    func reading(text: String, expected: [[String]]) throws {
        #expect(try Self.records(text) == expected)
    }

    @Test("A malformed file is an error with its line")
    func flaws() {
        #expect(throws: CSVReader.Flaw.openQuote(line: 3)) { try Self.records("a,b\n1,2\n\"x,\n") }
        #expect(throws: CSVReader.Flaw.afterQuote(line: 2)) { try Self.records("a\n\"x\"y\n") }
        var reader = CSVReader([0x61, 0x0a, 0xff, 0x0a])
        #expect(throws: Never.self) { try reader.next() }
        #expect(throws: CSVReader.Flaw.notUTF8(line: 2)) { try reader.next() }
    }

    @Test("Lines are counted as in an editor, even within quotation marks")
    func lines() throws {
        var reader = CSVReader(Array("a\n\"1\n2\"\n\n3".utf8))
        #expect(try reader.next()?.line == 1)
        #expect(try reader.next()?.line == 2)
        #expect(try reader.next()?.line == 5)
    }

    @Test("Written records are read back unchanged, and random bytes do not crash the reader")
    func roundTrip() throws {
        var random = SeededRandom(seed: 9)
        let letters = [
            "a", "é", ",", ";", "\"", "\n", "\r", "\r\n", " ", "\t", "\u{301}", "👩‍👩‍👧", "0",
        ]
        for _ in 1...500 {
            // One with a single empty field would be an empty line.
            let records = (1...3).map { _ in
                (1...3).map { _ in
                    (0..<Int.random(in: 0...5, using: &random)).map { _ in
                        letters.randomElement(using: &random) ?? ""
                    }.joined()
                }
            }
            let head = ["x", "y", "z"]
            let text = ([head] + records).map(CSV.line).joined()
            #expect(try Self.records(text) == [head] + records)
            var bytes = Array(text.utf8)
            for _ in 1...3 {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            var reader = CSVReader(bytes)
            while (try? reader.next()) != nil {}
        }
    }
}
