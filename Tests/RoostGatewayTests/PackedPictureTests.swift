import Testing

@testable import RoostGateway

@Suite("Answers of the picture packer")
struct PackedPictureTests {
    @Test("A picture whose width exceeds its number of bytes is accepted")
    func read() throws {
        let answer = Array("ok image/png 2048 1 3 2\nabcde".utf8)
        let picture = try PackedPicture.read(answer).get()
        #expect(picture.width == 2048 && picture.height == 1)
        #expect(picture.bytes == Array("abc".utf8) && picture.thumbnail == Array("de".utf8))
    }

    @Test(
        "Any other answer counts as a failure of the packer",
        arguments: [
            "", "\n", "ok", "ok image/png 1 1 1 1\n", "ok image/png 1 1 9223372036854775807 1\nab",
            "ok image/png 1 1 -1 3\nab", "ok text/html 1 1 1 1\nab", "ok image/png 1 1 2 2\nabc",
            "ok image/png 0 1 1 1\nab", "refused\n", "refused nonsense it is\n",
        ])
    func hostile(answer: String) {
        #expect(throws: PackedPicture.Refusal.failed) {
            try PackedPicture.read(Array(answer.utf8)).get()
        }
    }
}
