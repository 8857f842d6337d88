extension Dictionary where Key: Comparable {
    /// By key: what is done for each entry is done in the same order in every run.
    var inOrder: [(key: Key, value: Value)] { sorted { $0.key < $1.key } }
}
