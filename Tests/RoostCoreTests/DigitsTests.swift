import RoostCore
import Testing

@Suite("Digits")
struct DigitsTests {
    @Test(
        "Zeros fill a number up to its width, and never cut one",
        arguments: [
            (0, 2, 10, "00"), (7, 2, 10, "07"), (123, 2, 10, "123"), (0xfeff, 8, 16, "0000feff"),
        ])
    func zeroPadded(number: Int, width: Int, radix: Int, text: String) {
        #expect(number.zeroPadded(to: width, radix: radix) == text)
    }
}
