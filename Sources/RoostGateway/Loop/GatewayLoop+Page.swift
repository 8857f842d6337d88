import MQTT
import RoostFormats

extension GatewayLoop {
    /// Why the page cannot ask for it; `nil` where it can, and for what came by MQTT.
    ///
    /// An answer by HTTP is one, and comes soon: what is told in parts, or after a picture was packed,
    /// would be told to nobody.
    func objection(to request: Request, _ message: MQTTMessage) -> RequestError? {
        guard page.expectsAnswer(to: message) else { return nil }
        let isTold = request.noun == "item" && ["enrol", "calibrate"].contains(request.verb)
        guard isTold || request.picture != nil else { return nil }
        return RequestError(
            .badRequest, "that takes longer than a page can wait: use the roost command, or MQTT",
            field: request.picture?.name)
    }
}
