import RoostCore
import RoostFormats

extension RequestDesk {
    /// A fact about the requested subject, or about any.
    func fact(_ payload: RequestPayload, of user: ID<User>) throws(RequestError) -> any JSONWritable
    {
        try payload.allow(request: ["about", "value"], of: user)
        let value = try payload["value"].map(Self.text)
        let subject: Fact.Subject
        var hash = StableHash()
        hash.combine(user.rawValue)
        hash.combine(engine.now.milliseconds)
        if let about = payload["about"] {
            subject = try about.choice()
        } else if value != nil {
            throw payload.missing("about", because: "what is the value one of?")
        } else {
            let subjects = Fact.Subject.allCases
            subject = subjects[Int(hash.value % UInt64(subjects.count))]
        }
        guard let fact = Fact.about(subject, value, choice: hash.value) else {
            throw RequestError(
                .outOfRange, "value must be \(subject.expectation)", field: "value")
        }
        return Members { json in
            json.member("about", fact.about.rawValue)
            json.member("value", fact.value)
            json.member("text", fact.text)
            json.member("source", fact.source)
        }
    }

    /// A number may be written as a number or as text.
    private static func text(_ field: RequestField) throws(RequestError) -> String {
        if case .number(let number) = field.value { return number.literal }
        return try field.string(length: 1...40)
    }
}
