import Foundation
import RoostFormats

/// Why a command failed, in words that say what to do next.
struct ClientError: Error, CustomStringConvertible {
    var description: String
    /// The field of the request that the gateway rejected.
    var field: String?

    init(_ description: String) {
        self.description = description
    }

    /// From the `error` of the response to a request such as `item/save`.
    init(_ error: JSON?, to request: String) {
        let field = error?["field"]?.string
        self.field = field
        description = Self.text(
            error?["message"]?.string ?? "the gateway gave no answer that can be read", of: field)
        if error?["code"]?.string == "unknown_request" {
            description += "; if the gateway is older than this program, restart it"
        }
        guard error?["code"]?.string == "not_found", let field else { return }
        // `watch[0]` names a place, `items[0].owner` a user. To end a share, the viewer names it.
        let member = field.split(separator: ".").last.map { $0.prefix { $0 != "[" } } ?? ""
        let noun =
            switch member {
            case "viewer" where request == "share/delete": "share"
            case "viewer", "friend", "owner": "user"
            case "watch": "place"
            default: String(member)
            }
        switch noun {
        case "user", "node": description += "; `roost \(noun) list` names those there are"
        case "item", "place", "note", "reminder", "group", "share":
            description += "; `roost \(noun) list --user NAME` names those there are"
        default: break
        }
    }

    /// From a request rejected before it was sent.
    init(_ error: RequestError, in file: String) {
        description = "\(file): " + Self.text(error.message, of: error.field)
    }

    /// The message with the field, unless the message contains it.
    private static func text(_ message: String, of field: String?) -> String {
        guard let field, !message.contains(field) else { return message }
        return "\(message) (\(field))"
    }
}
