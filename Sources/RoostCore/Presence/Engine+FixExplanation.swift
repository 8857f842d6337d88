extension Engine {
    /// Why a fix that would mean flying was not believed.
    func disbelief(of fix: Fix, from key: DeviceKey) -> Decision {
        let name = key.device.name
        var conditions = [
            Counterfactual(
                .fix, of: name, limit: .above(DeviceTrack.agreement, .seconds, was: nil),
                saying: .confirmed)
        ]
        if let last = users[key.user]?.devices[name]?.last {
            let range = DeviceTrack.range(from: last, to: fix)
            let distance = last.coordinate.distance(to: fix.coordinate)
            conditions.append(
                Counterfactual(.fix, of: name, limit: .below(range, .metres, was: distance)))
        }
        return Decision(
            user: key.user, time: fix.time, rule: Decision.disbelief,
            text: "A fix of \(name) was not believed: nothing moves that fast.",
            evidence: [
                Evidence(
                    .fix, "\(name) claimed to be elsewhere", at: fix.time, device: key.device)
            ],
            counterfactuals: conditions)
    }
}
