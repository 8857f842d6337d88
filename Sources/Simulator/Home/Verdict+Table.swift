extension Verdict {
    /// The results, beside the targets.
    public var table: String {
        func percent(_ share: Double) -> String {
            let tenths = Int((share * 1000).rounded(.down))
            return "\(tenths / 10).\(tenths % 10) %"
        }
        func ratio(_ part: Int, _ whole: Int) -> Double {
            whole == 0 ? 0 : Double(part) / Double(whole)
        }
        let left = forgotten.filter { !$0.isErrand }
        let months = max(days / 30.4, 0.01)
        func monthly(_ count: Int) -> String {
            "\(count), \(oneDecimal(Double(count) / months)) a month"
        }
        let rows = [
            ("days", "\(Int(days.rounded()))", ""),
            ("presence right", percent(1 - ratio(presence.wrong, presence.seconds)), "≥ 99.5 %"),
            ("left wrongly", monthly(falseLeaves), ""),
            (
                "leaving told within 20 s of the door, of \(exits.count)",
                percent(ratio(exits.count { $0.told ?? .infinity <= 20 }, exits.count)), ""
            ),
            ("room right", percent(ratio(rooms.right, rooms.seconds)), ""),
            (
                "room changes, told to true",
                "\(roomChanges.told) to \(roomChanges.true), "
                    + "\(percent(ratio(roomChanges.told, roomChanges.true)))", "≤ 130 %"
            ),
            ("things left behind", "\(left.count)", ""),
            ("told within 20 s of the door", percent(told(within: 20)), "≥ 99 %"),
            ("told within a minute", percent(told(within: 60)), ""),
            ("told at all", percent(told(within: .infinity)), ""),
            ("warned of before, or told within 20 s", percent(warned(within: 20)), ""),
            ("told wrongly", monthly(leftBehind.wrong), "≤ 1 a month"),
            ("told twice", "\(leftBehind.repeated)", ""),
            ("told to have come without, rightly", "\(arrivedWithout.right)", ""),
            ("told to have come without, wrongly", "\(arrivedWithout.wrong)", ""),
            ("warned rightly", "\(leavingWithout.right)", ""),
            ("warned wrongly", monthly(leavingWithout.wrong), ""),
            (
                "told of errands in front of the house",
                "\(forgotten.count { $0.isErrand && $0.told != nil }) of \(forgotten.count(where: \.isErrand))",
                ""
            ),
        ]
        return ["| | measured | aim |", "| --- | --: | --: |"].joined(separator: "\n") + "\n"
            + rows.map { "| \($0.0) | \($0.1) | \($0.2) |" }.joined(separator: "\n")
    }

    private func oneDecimal(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
