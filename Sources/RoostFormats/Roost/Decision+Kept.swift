public import RoostCore

extension Decision {
    /// The JSON in which it is stored, as `init(from:)` reads it.
    ///
    /// Many are stored when many tags are heard for the first time: a general encoder took half of
    /// the gateway's time then.
    public var keptJSON: [UInt8] {
        JSONWriter.objectBytes { json in
            json.member("user", user)
            json.member("item", item)
            json.member("time", time.milliseconds)
            json.member("rule", rule)
            json.member("text", text)
            json.array("evidence") { json in
                for one in evidence { one.write(to: &json, time: one.time.milliseconds) }
            }
            json.member("wouldChange", wouldChange)
            json.member("counterfactuals", counterfactuals)
        }
    }
}
