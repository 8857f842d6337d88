/// Why the benchmark cannot go on, in words.
struct Problem: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}
