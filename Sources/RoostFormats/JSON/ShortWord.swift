/// A member name or a topic level of at most 16 bytes, packed into two machine words.
///
/// Two words are equal exactly if their bytes are: zero bytes are padding. Longer names, and those
/// with a zero byte, are all the same word, which is in no vocabulary.
struct ShortWord: Hashable, Sendable {
    private(set) var low: UInt64 = 0
    private(set) var high: UInt64 = 0
    private var count = 0

    /// The empty word, to be filled by `append`.
    init() {}

    init(_ text: String) {
        for byte in text.utf8 { append(byte) }
    }

    init(bytes: some Sequence<UInt8>) {
        for byte in bytes { append(byte) }
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        if byte == 0 { count = 16 }
        if count < 8 {
            low |= UInt64(byte) &<< UInt64(count &* 8)
        } else if count < 16 {
            high |= UInt64(byte) &<< UInt64((count &- 8) &* 8)
        } else {
            // 0xff occurs in no UTF-8.
            (low, high) = (.max, .max)
        }
        count &+= 1
    }

    static func == (lhs: ShortWord, rhs: ShortWord) -> Bool {
        lhs.low == rhs.low && lhs.high == rhs.high
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(low)
        hasher.combine(high)
    }
}

/// The words that a format knows, looked up without building a string.
struct Vocabulary<Word>: Sendable
where Word: RawRepresentable<String> & CaseIterable & Sendable {
    private struct Slot: Sendable {
        var spelling: ShortWord
        var word: Word
    }

    /// A power of two, at least three times the number of words, so that probes are short and end.
    private var slots: [Slot?]
    private let shift: UInt64

    init() {
        var bits: UInt64 = 3
        while 1 << bits < Word.allCases.count * 3 { bits += 1 }
        shift = 64 - bits
        slots = Array(repeating: nil, count: 1 << bits)
        for word in Word.allCases {
            let spelling = ShortWord(word.rawValue)
            var index = start(of: spelling)
            while slots[index] != nil { index = (index + 1) & (slots.count - 1) }
            slots[index] = Slot(spelling: spelling, word: word)
        }
    }

    subscript(spelling: ShortWord) -> Word? {
        var index = start(of: spelling)
        while let slot = slots[index] {
            if slot.spelling == spelling { return slot.word }
            index = (index &+ 1) & (slots.count &- 1)
        }
        return nil
    }

    @inline(__always)
    private func start(of spelling: ShortWord) -> Int {
        let mixed = (spelling.low ^ (spelling.high &* 31)) &* 0x9e37_79b9_7f4a_7c15
        return Int(truncatingIfNeeded: mixed &>> shift)
    }
}
