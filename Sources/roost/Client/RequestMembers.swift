import RoostFormats

/// A member of a request, which is left out without a value.
typealias RequestMember = (String, (any JSONWritable)?)

/// An object of the members that have a value.
struct RequestMembers: JSONWritable {
    let members: [RequestMember]

    init(_ members: [RequestMember]) {
        self.members = members
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            for case (let name, let value?) in members {
                json.member(name) { Self.spelt(value).write(to: &$0) }
            }
        }
    }

    /// The value, or the text of a number that JSON cannot spell, such as `nan`: as `null` it would
    /// remove what there is, as a text the gateway refuses it by the member's name.
    private static func spelt(_ value: any JSONWritable) -> any JSONWritable {
        guard let number = value as? Double, !number.isFinite else { return value }
        return number.description
    }
}

extension String {
    /// As a member of a request: an empty text removes what there was.
    var orNull: JSON { isEmpty ? .null : .string(self) }
}
