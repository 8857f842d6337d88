extension Dictionary where Key: Comparable {
    /// By key: what is done for each entry is done in the same order in every run.
    public var inOrder: [(key: Key, value: Value)] { sorted { $0.key < $1.key } }

    /// The values, by key.
    public var valuesInOrder: [Value] { inOrder.map(\.value) }
}
