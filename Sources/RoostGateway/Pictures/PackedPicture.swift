import RoostFormats

/// A picture in its stored form, with a thumbnail.
struct PackedPicture: Hashable, Sendable {
    /// `image/jpeg` or `image/png`.
    var type: String
    /// Pixels.
    var width: Int
    var height: Int
    var bytes: [UInt8]
    var thumbnail: [UInt8]

    typealias Outcome = Result<PackedPicture, Refusal>

    /// Why there is no packed picture.
    struct Refusal: Error, Hashable, Sendable {
        var code: RequestError.Code
        /// What the field's name is to be followed by: `must be a JPEG or a PNG`.
        var reason: String

        static func unavailable(_ reason: String) -> Refusal {
            Refusal(code: .unavailable, reason: "cannot be taken now: \(reason)")
        }

        static let failed = Refusal(
            code: .wrongType, reason: "is damaged, or takes too long to unpack")
    }

    /// Reads the output of `roost-picture`.
    static func read(_ answer: [UInt8]) -> Outcome {
        guard let end = answer.firstIndex(of: UInt8(ascii: "\n")) else { return .failure(.failed) }
        let line = String(decoding: answer[..<end], as: UTF8.self)
        let words = line.split(separator: " ", maxSplits: 5).map(String.init)
        switch words.first {
        case "refused":
            guard words.count > 2, line.utf8.count < 200,
                let code = RequestError.Code(rawValue: words[1])
            else { break }
            return .failure(Refusal(code: code, reason: words[2...].joined(separator: " ")))
        case "ok":
            let numbers = words.dropFirst(2).compactMap { Int($0) }
            let rest = answer[(end + 1)...]
            // The output is not trusted: a malicious picture may have taken over the program.
            guard words.count == 6, ["image/jpeg", "image/png"].contains(words[1]),
                numbers.count == 4, numbers.allSatisfy({ (1...1_000_000_000).contains($0) }),
                numbers[2] + numbers[3] == rest.count
            else { break }
            return .success(
                PackedPicture(
                    type: words[1], width: numbers[0], height: numbers[1],
                    bytes: Array(rest.prefix(numbers[2])),
                    thumbnail: Array(rest.suffix(numbers[3]))))
        default: break
        }
        return .failure(.failed)
    }
}
