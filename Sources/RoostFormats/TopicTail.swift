/// The part of a topic after a prefix, split into levels without copying them.
struct TopicTail {
    /// How many levels there are; counting stops above `limit`.
    private(set) var count = 0
    private let topic: String
    private var ends = InlineArray<8, Int>(repeating: 0)
    private let start: Int

    private static var limit: Int { 7 }

    /// Returns `nil` if the topic does not begin with `prefix`.
    init?(_ topic: String, after prefix: [UInt8]) {
        let bytes = topic.utf8.span
        guard bytes.count >= prefix.count else { return nil }
        for index in prefix.indices where bytes[index] != prefix[index] { return nil }
        self.topic = topic
        start = prefix.count
        for index in start..<bytes.count where bytes[index] == UInt8(ascii: "/") {
            ends[count] = index
            count &+= 1
            if count > Self.limit { return }
        }
        ends[count] = bytes.count
        count &+= 1
    }

    /// The level as a word of a vocabulary.
    func word(_ level: Int) -> ShortWord {
        var word = ShortWord()
        let bytes = topic.utf8.span
        for index in range(level) { word.append(bytes[index]) }
        return word
    }

    func text(_ level: Int) -> String {
        let range = range(level)
        let utf8 = topic.utf8
        let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
        let end = utf8.index(start, offsetBy: range.count)
        return String(topic[start..<end])
    }

    /// The level and all that follow it, with their slashes.
    func text(from level: Int) -> String {
        let utf8 = topic.utf8
        return String(topic[utf8.index(utf8.startIndex, offsetBy: range(level).lowerBound)...])
    }

    private func range(_ level: Int) -> Range<Int> {
        (level == 0 ? start : ends[level - 1] + 1)..<ends[level]
    }
}
