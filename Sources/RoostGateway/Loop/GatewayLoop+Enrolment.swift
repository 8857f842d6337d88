import MQTT
import RoostCore
import RoostFormats

extension GatewayLoop {
    /// Begins to listen for the beacon of an item, if the item may be saved once it is found.
    func enrol(_ request: Request, for user: ID<User>, _ message: MQTTMessage) {
        var desk = RequestDesk(engine: engine, store: store)
        do throws(RequestError) {
            let enrolment = try desk.enrolment(request.payload, of: user, at: now)
            if let replaced = enrolments.begin(enrolment, for: user, request, message) {
                respond(to: replaced, because: "another enrolment took its place")
            }
        } catch {
            respond(to: request, message, Response.error(id: request.id, error))
        }
    }

    /// Tells those who enrol how it stands, and saves what was found.
    func tellEnrolments() {
        for (listener, verdict) in enrolments.take(at: now) {
            let (request, message) = (listener.request, listener.message)
            switch verdict {
            case .listening:
                respond(
                    to: request, message,
                    Response.listening(id: request.id, data: listener.report(at: now)))
            case .found(let candidate): save(candidate, for: listener)
            case .refused(let refusal):
                respond(
                    to: request, message, Response.error(id: request.id, RequestError(refusal)))
            }
        }
    }

    /// Ends all of them: their times are void.
    func endEnrolments() {
        for listener in enrolments.takeAll() {
            respond(to: listener, because: "the gateway's clock was set")
        }
    }

    private func save(_ candidate: Enrolment.Candidate, for listener: Enrolments.Listener) {
        let (request, message) = (listener.request, listener.message)
        var desk = RequestDesk(engine: engine, store: store)
        do throws(RequestError) {
            let data = try desk.enrol(candidate, request.payload, of: listener.user)
            engine = desk.engine
            take(desk.effects)
            respond(to: request, message, Response.ok(id: request.id, data: data))
        } catch {
            respond(to: request, message, Response.error(id: request.id, error))
        }
    }

    private func respond(to listener: Enrolments.Listener, because reason: String) {
        let error = RequestError(.unavailable, "the enrolment ended: \(reason); try again")
        respond(
            to: listener.request, listener.message,
            Response.error(id: listener.request.id, error))
    }
}
