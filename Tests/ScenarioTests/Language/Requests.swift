import RoostFormats

extension Person {
    /// A granted request of the person.
    func asks(_ verb: String, _ payload: JSON, at moment: Moment) -> [Line] {
        request("\(id) asks \(verb)", "roost/user/\(id)", verb, payload, moment)
    }
}

/// A granted request of an administrator.
func admin(_ verb: String, _ payload: JSON, at moment: Moment) -> [Line] {
    request("an administrator asks \(verb)", "roost/admin", verb, payload, moment)
}

private func request(
    _ text: String, _ root: String, _ verb: String, _ payload: JSON, _ moment: Moment
) -> [Line] {
    let message = Message(
        moment: moment, topic: "\(root)/request/\(verb)", payload: { _ in payload.jsonBytes })
    return [
        Line(text, moment...moment, .said([message])),
        Line(
            expecting: "the answer to \(verb) is ok", moment...moment,
            .answer(topic: "\(root)/response/\(verb)")),
    ]
}
