import RoostCore

extension Judge {
    /// A report this long before the door closes is early and not wrong, in seconds.
    private static let earliest = 150.0
    /// A report that comes this long after the door closes is on time, in seconds.
    private static let latest = 20.0

    /// Judges all reports so far.
    ///
    /// - Parameter end: Things forgotten later are not judged.
    func verdict(until end: Double, life: Life) -> Verdict {
        var judge = self
        judge.verdict.forgotten.removeAll { $0.shut > end - 60 }
        judge.verdict.exits.removeAll { $0.shut > end - 60 }
        judge.judgeWarnings(in: life)
        judge.noteLateWarnings(in: life)
        judge.judgeArrivals(in: life)
        judge.noteLateExits(in: life)
        judge.verdict.faults = judge.log?.lines ?? []
        return judge.verdict
    }

    /// What was told of things that are left, or about to be.
    private mutating func judgeWarnings(in life: Life) {
        for alert in alerts where [.leftBehind, .leavingWithout].contains(alert.kind) {
            let index = verdict.forgotten.lastIndex {
                $0.thing == alert.thing && $0.shut - Self.earliest <= alert.time
                    && alert.time <= $0.back
                    && life.buildings[$0.building].place == alert.place?.rawValue
            }
            let path: WritableKeyPath<Verdict, Verdict.Alarms> =
                alert.kind == .leftBehind ? \.leftBehind : \.leavingWithout
            guard let index, alert.isThere else {
                verdict[keyPath: path].wrong += 1
                log?.note(
                    "\(alert.kind.rawValue) of \(life.family.item(alert.thing)), though \(alert.isThere ? "its owner is there" : "it is not there")",
                    of: life.family.things[alert.thing].owner, from: alert.time)
                continue
            }
            let delay = alert.time - verdict.forgotten[index].shut
            if verdict.forgotten[index].warned == nil { verdict.forgotten[index].warned = delay }
            guard alert.kind == .leftBehind else {
                verdict.leavingWithout.right += 1
                continue
            }
            if verdict.forgotten[index].told == nil {
                verdict.forgotten[index].told = delay
                verdict.leftBehind.right += 1
            } else {
                verdict.leftBehind.repeated += 1
            }
        }
    }

    private mutating func noteLateWarnings(in life: Life) {
        for left in verdict.forgotten where !left.isErrand && left.told ?? .infinity > Self.latest {
            log?.note(
                "\(life.family.item(left.thing)) is left in \(life.buildings[left.building].place), \(Self.words(left.told))",
                of: left.owner, from: left.shut, to: left.shut + min(300, left.told ?? 300))
        }
    }

    private mutating func judgeArrivals(in life: Life) {
        for alert in alerts where alert.kind == .arrivedWithout {
            if alert.isThere, !alert.isOwnerThere {
                verdict.arrivedWithout.right += 1
                continue
            }
            verdict.arrivedWithout.wrong += 1
            log?.note(
                "arrived_without of \(life.family.item(alert.thing)), though it is along",
                of: life.family.things[alert.thing].owner, from: alert.time)
        }
    }

    private mutating func noteLateExits(in life: Life) {
        for exit in verdict.exits where exit.told ?? .infinity > Self.latest {
            log?.note(
                "\(life.family.people[exit.person].id) goes out of \(life.buildings[exit.building].place), \(Self.words(exit.told))",
                of: exit.person, from: exit.shut, to: exit.shut + min(300, exit.told ?? 300))
        }
    }

    /// How long after the door closed it was told.
    private static func words(_ delay: Double?) -> String {
        delay.map { "told after \(Int($0)) s" } ?? "never told"
    }
}
