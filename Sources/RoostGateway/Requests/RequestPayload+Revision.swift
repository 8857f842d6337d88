import RoostFormats

extension RequestPayload {
    /// The revision that the asker knows of what they edit.
    func revision() throws(RequestError) -> Int? {
        try self["revision"]?.integer(in: 1...Int(Int32.max))
    }

    /// An edit names the revision that it edits, so that no other edit is lost.
    func check(
        _ revision: Int?, against known: Int, of noun: String
    ) throws(RequestError) {
        guard let revision else {
            throw missing(
                "revision", because: "it is \(known) now, so that no other edit is lost")
        }
        guard revision == known else {
            throw RequestError(
                .conflict,
                "the \(noun) was edited meanwhile and has revision \(known): read it, and try again "
                    + "with that", field: "revision")
        }
    }
}
