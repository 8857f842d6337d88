public import RoostCore

extension Decision {
    /// The JSON that `init(from:)` reads, as it is kept.
    ///
    /// Many are kept when many tags are heard for the first time; a general encoder takes twenty times
    /// as long for each.
    public var keptJSON: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("user", user)
            json.member("item", item)
            json.member("time", time.milliseconds)
            json.member("rule", rule)
            json.member("text", text)
            json.member("evidence") { json in
                json.array { json in for evidence in evidence { evidence.keep(in: &json) } }
            }
            json.member("wouldChange", wouldChange)
            json.member("counterfactuals", counterfactuals)
        }
        return json.bytes
    }
}

extension Evidence {
    fileprivate func keep(in json: inout JSONWriter) {
        json.object { json in
            json.member("kind", kind.rawValue)
            json.member("text", text)
            json.member("time", time.milliseconds)
            json.member("place", place)
            json.member("room", room)
            json.member("node", node)
            json.member("device", device?.name)
            json.member("level", level)
            json.member("probability", probability)
        }
    }
}
