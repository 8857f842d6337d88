/// Stands for a retained topic, where twenty thousand names would take megabytes.
///
/// Swift's hash has another secret in each run, so nobody can choose ids whose topics get the same.
struct TopicDigest: Hashable {
    private let value: Int

    init(_ topic: String) {
        value = topic.hashValue
    }
}
