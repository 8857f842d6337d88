import RoostCore
import RoostFormats
import Testing

@testable import RoostGateway

/// What a desk answers to a request, like `item/save`.
func ask(
    _ desk: inout RequestDesk, _ actor: Request.Actor, _ path: String, _ json: JSON
) -> Result<JSON, RequestError> {
    let parts = path.split(separator: "/").map(String.init)
    let request = Request(
        actor: actor, noun: parts[0], verb: parts[1],
        payload: RequestPayload(json.object ?? JSONObject()))
    do throws(RequestError) {
        let data = try desk.answer(request)
        return .success((try? JSON(data.jsonBytes)) ?? .null)
    } catch {
        return .failure(error)
    }
}

/// Why a desk of its own refuses a request; `nil` if it does not.
func refusal(
    _ actor: Request.Actor, _ path: String, _ json: JSON
) -> (code: RequestError.Code, field: String?)? {
    var desk = RequestDesk(engine: makeEngine(), store: nil)
    guard case .failure(let error) = ask(&desk, actor, path, json) else { return nil }
    #expect(desk.effects.isEmpty, "nothing half-done is kept")
    return (error.code, error.field)
}

extension JSON {
    var text: String { String(decoding: jsonBytes, as: UTF8.self) }
}
