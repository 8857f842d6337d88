import RoostCore
import RoostFormats

/// The objections that several requests have in common.
extension RequestError {
    static func unknown(_ noun: String, _ verb: String) -> RequestError {
        let path = verb.isEmpty ? noun : "\(noun)/\(verb)"
        return RequestError(.unknownRequest, "there is no request \(path)")
    }

    /// Something of another user is treated as if it did not exist.
    static func notFound(_ noun: String, _ field: String) -> RequestError {
        RequestError(.notFound, "there is no such \(noun)", field: field)
    }

    static func oneself(_ field: String) -> RequestError {
        RequestError(.outOfRange, "\(field) must be somebody else", field: field)
    }

    /// What is given for the page after another is not what that page ended with.
    static let noPage = RequestError(
        .outOfRange, "after must be the next of a page", field: "after")

    /// A name of which no id can be made.
    static func spellsNoID(_ noun: String) -> RequestError {
        RequestError(
            .invalidID, "name must have a letter or a digit, or give \(noun)", field: "name")
    }

    /// A place that the user may know of, but not change.
    static func notYours(_ place: ID<Place>) -> RequestError {
        RequestError(
            .forbidden, "\(place) is not yours: only its owner or an administrator can change it",
            field: "place")
    }

    /// - Parameter noun: What somebody has so many of, such as `places`.
    static func tooMany(_ noun: String, _ most: Int, field: String) -> RequestError {
        RequestError(
            .tooLarge, "you own \(most) \(noun), which is all: delete one", field: field)
    }

    /// Ids are topic names, so each is unique.
    static func taken(_ noun: String, _ id: String) -> RequestError {
        RequestError(.conflict, "the id \(id) is taken, choose another", field: noun)
    }

    /// A beacon has one bearer; the error does not say who.
    static func inUse(_ beacon: BeaconID, _ field: String) -> RequestError {
        RequestError(.conflict, "the beacon \(beacon) is in use already", field: field)
    }

    /// What a desk alone cannot do, as in a replay.
    static let onlyRunning = RequestError(.unavailable, "only a running gateway does that")

    static func unavailable(_ error: any Error) -> RequestError {
        RequestError(
            .unavailable, "the store does not answer, try again later", cause: "\(error)")
    }
}
