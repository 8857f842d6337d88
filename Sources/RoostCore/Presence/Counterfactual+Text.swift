extension Counterfactual {
    /// How a condition is worded.
    enum Phrase {
        case usual
        /// "Alice being in Home": what is believed of somebody rather than measured.
        case being, beingElsewhere
        /// "… heard last before Alice was out of hearing", measured from that moment.
        case beforeLeaving(owner: String)
        /// "… heard in Home after Alice was out of hearing".
        case afterLeaving(owner: String)
        /// A node that is back and does not hear somebody's beacon.
        case backWithout(String)
        /// Two beacons apart from each other.
        case apart(from: String)
        /// Another room, and there this close to the owner.
        case likelier(within: Double, of: String)
        /// Later fixes that prove one right.
        case confirmed
        /// A later fix where the last one was, which alone does not show that somebody came.
        case again

        func text(of condition: Counterfactual, _ names: Names) -> String {
            let (who, place) = (names.subject, names.place ?? "")
            switch self {
            case .usual: return condition.usualText(names)
            case .being: return "\(who) being in \(place)"
            case .beingElsewhere: return "\(who) being elsewhere than in \(place)"
            case .beforeLeaving(let owner):
                return
                    "\(who) heard last before \(owner) was out of hearing\(condition.leavingText)"
            case .afterLeaving(let owner):
                return "\(who) heard in \(place) after \(owner) was out of hearing"
                    + condition.leavingText
            case .backWithout(let beacon):
                return "\(who) hearing again for more than \(condition.neededText)"
                    + " without hearing \(beacon)"
            case .apart(let other):
                let side = condition.direction == .above ? "more" : "less"
                return "\(who) \(side) than \(condition.neededText) from \(other)"
                    + condition.was("apart")
            case .likelier(let range, let owner):
                return condition.usualText(names)
                    + ", less than \(Counterfactual.number(range)) m from \(owner)"
            case .confirmed: return "Fixes of \(who) near it for \(condition.neededText)"
            case .again:
                let fix = "Another fix of \(who) in or beside \(place)"
                return condition.needed == nil
                    ? fix : "\(fix), more than \(condition.neededText) after the last"
            }
        }
    }
}

extension Counterfactual {
    fileprivate func usualText(_ names: Names) -> String {
        let who = names.subject
        switch (evidence, measure) {
        case (.silence, .seconds):
            let side = direction == .below ? "less" : "more"
            return "Silence of \(who) for \(side) than \(neededText)" + was("")
        case (.fix, .seconds):
            return "A fix of \(who) of the last \(neededText)" + was("old")
        case (.fix, .accuracy):
            return "A fix of \(who) that is accurate to less than \(neededText)" + was("")
        case (.fix, .metres): return fixText(names)
        case (.sighting, .seconds):
            let place = names.place.map { " in \($0)" } ?? ""
            return "\(who) heard\(place) within \(neededText)" + was("silent")
        case (_, .probability):
            return "\(names.place ?? "another room") likelier than \(neededText) for \(who)"
                + was("")
        case (_, .dBm):
            return "\(who) louder than \(neededText) in \(names.place ?? "another place")" + was("")
        case (.node, _): return "\(who) hearing again"
        case (.fix, _): return "Any fix of \(who)"
        default: return "Any node hearing \(who)"
        }
    }

    private func fixText(_ names: Names) -> String {
        guard let needed, let place = names.place else {
            return "A fix of \(names.subject) less than \(neededText) from the one before"
                + was("away")
        }
        let fix =
            "A fix of \(names.subject)" + (accuracy.map { " within \(Self.number($0)) m," } ?? "")
        let whereabouts: String =
            switch (direction, needed) {
            case (.below, 0): "inside \(place)"
            case (.above, 0): "outside \(place)"
            case (.below, ..<0): "more than \(Self.number(-needed)) m inside \(place)"
            case (.above, ..<0): "less than \(Self.number(-needed)) m inside \(place)"
            case (.below, _): "less than \(Self.number(needed)) m outside \(place)"
            default: "more than \(Self.number(needed)) m outside \(place)"
            }
        let before = was.map {
            " (it was \(Self.number(abs($0))) m \($0 < 0 ? "inside" : "outside"))"
        }
        return "\(fix) \(whereabouts)\(before ?? "")"
    }

    /// Counted from when the owner was out of hearing.
    fileprivate var leavingText: String {
        guard let was else { return "" }
        return " (it was \(Self.duration(abs(was))) \(was < 0 ? "before" : "after"))"
    }

    fileprivate var neededText: String { needed.map(quantity) ?? "" }

    fileprivate func was(_ word: String) -> String {
        // What has just passed the limit reads like it.
        guard let was, quantity(was) != neededText else { return "" }
        return " (it was \(quantity(was))\(word.isEmpty ? "" : " \(word)"))"
    }

    private func quantity(_ value: Double) -> String {
        switch measure {
        case .seconds: Self.duration(value)
        case .probability: "\(Self.number((value * 1000).rounded() / 10)) %"
        case .dBm: "\(Self.number(value)) dBm"
        default: "\(Self.number(value)) m"
        }
    }

    /// In larger units if nothing is lost by that, or nothing of account.
    private static func duration(_ seconds: Double) -> String {
        let hours = seconds / 3600
        if hours >= 2 { return "\(number((hours * 10).rounded() / 10)) h" }
        let minutes = seconds / 60
        if minutes >= 2, minutes == minutes.rounded() { return "\(number(minutes)) min" }
        return "\(number(seconds)) s"
    }

    fileprivate static func number(_ value: Double) -> String {
        value == value.rounded() ? "\(Int(value))" : "\(value)"
    }
}
