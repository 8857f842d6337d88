/// Why a belief changed: the rule that decided, its evidence, and what would have changed it.
public struct Decision: Hashable, Sendable, Codable {
    public var user: ID<User>
    /// The item that the decision is about; `nil` when it is about the user.
    public var item: ID<Item>?
    public var time: Timestamp
    /// The rule's name, stable across versions.
    public var rule: String
    /// The rule of a decision that changed nothing: a fix was not believed.
    public static let disbelief = "fix_impossible"
    /// The new belief in one plain sentence.
    public var text: String
    public var evidence: [Evidence]
    /// What would have led to another belief, each by itself.
    public var counterfactuals: [Counterfactual]
    /// The same in one plain sentence.
    public var wouldChange: String

    public init(
        user: ID<User>, item: ID<Item>? = nil, time: Timestamp, rule: String, text: String,
        evidence: [Evidence], counterfactuals: [Counterfactual]
    ) {
        self.user = user
        self.item = item
        self.time = time
        self.rule = rule
        self.text = text
        self.evidence = evidence
        self.counterfactuals = counterfactuals
        wouldChange = Counterfactual.sentence(of: counterfactuals)
    }

    /// Older stored decisions have only the sentence.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        user = try container.decode(ID<User>.self, forKey: .user)
        item = try container.decodeIfPresent(ID<Item>.self, forKey: .item)
        time = try container.decode(Timestamp.self, forKey: .time)
        rule = try container.decode(String.self, forKey: .rule)
        text = try container.decode(String.self, forKey: .text)
        evidence = try container.decode([Evidence].self, forKey: .evidence)
        counterfactuals =
            try container.decodeIfPresent([Counterfactual].self, forKey: .counterfactuals) ?? []
        wouldChange = try container.decode(String.self, forKey: .wouldChange)
    }
}

extension Decision {
    /// All of it in one sentence: the belief, its evidence, and what would have changed it.
    public var sentence: String {
        func clause(_ text: String) -> String {
            text.hasSuffix(".") ? String(text.dropLast()) : text
        }
        var sentence = clause(text)
        if !evidence.isEmpty {
            sentence += ", because " + evidence.map { clause($0.text) }.joined(separator: " and ")
        }
        let change = clause(wouldChange)
        guard !change.isEmpty else { return sentence + "." }
        return sentence
            + "; what would have changed it: \(Counterfactual.continuing(change))."
    }
}
