/// Simulated phones for some seeds, and each rule's score on the same messages.
public struct Scoreboard: Sendable {
    public private(set) var scores: [(phone: String, rule: Rule, score: Score)] = []

    public init(
        seeds: some Sequence<UInt64>, days: Int, phones: [Phone] = Phone.kinds,
        rules: [Rule] = Rule.allCases
    ) {
        for phone in phones { for rule in rules { scores.append((phone.name, rule, Score())) } }
        for seed in seeds {
            for (index, phone) in phones.enumerated() {
                let day = Day(seed: seed &* 1000 &+ UInt64(index), days: days, phone: phone)
                for (offset, rule) in rules.enumerated() {
                    scores[index * rules.count + offset].score.add(day.score(rule))
                }
            }
        }
    }

    public func total(_ rule: Rule) -> Score {
        scores.filter { $0.rule == rule }.reduce(into: Score()) { $0.add($1.score) }
    }

    public var table: String {
        var lines = [
            "| phone | rule | hours | stays | false leaves | missed | wrong | enter s, p90 | leave s, p90 |",
            "| --- | --- | --: | --: | --: | --: | --: | --: | --: |",
        ]
        func line(_ name: String, _ rule: Rule, _ score: Score) -> String {
            let (enter, leave) = (Score.spread(score.entering), Score.spread(score.leaving))
            return "| \(name) | \(rule.rawValue) | \(Int(score.hours)) | \(score.stays) "
                + "| \(score.falseLeaves) | \(score.missed) | \(score.wrong) "
                + "| \(Int(enter.median)), \(Int(enter.tail)) "
                + "| \(Int(leave.median)), \(Int(leave.tail)) |"
        }
        for entry in scores { lines.append(line(entry.phone, entry.rule, entry.score)) }
        var rules: [Rule] = []
        for entry in scores where !rules.contains(entry.rule) { rules.append(entry.rule) }
        for rule in rules { lines.append(line("**all**", rule, total(rule))) }
        return lines.joined(separator: "\n")
    }
}
