import RoostCore
import RoostFormats

extension GatewayLoop {
    /// Begins to listen if the request is for that; the answer comes later.
    ///
    /// - Returns: Whether the request is of this kind.
    func listen(_ request: ReceivedRequest) -> Bool {
        guard case .user(let user) = request.actor else { return false }
        let desk = RequestDesk(engine: engine, store: store)
        do throws(RequestError) {
            if try RequestDesk.isCancellation(request.content) {
                let ended = listeners.end(for: user)
                if let ended { respond(to: ended, because: "it was cancelled") }
                let data = Members { $0.member("cancelled", ended != nil) }
                respond(to: request, data: data)
                return true
            }
            guard let task = try desk.listening(request.content, of: user, at: now)
            else { return false }
            if let replaced = listeners.begin(task, for: user, request, at: now) {
                respond(to: replaced, because: "another request of its kind took its place")
            }
        } catch {
            respond(to: request, error)
        }
        return true
    }

    /// Reports progress to the listeners, and saves the results.
    func tellListeners() {
        for (listener, verdict) in listeners.take(at: now) {
            let request = listener.request
            switch verdict {
            case .listening:
                let report = listener.task.report(at: now)
                respond(to: request, Response.listening(id: request.id, data: report))
            case .enrolled(let candidate):
                finish(listener) { (desk) throws(RequestError) in
                    try desk.enrol(candidate, request.payload, of: listener.user)
                }
            case .measured(let result, let item):
                finish(listener) { (desk) throws(RequestError) in
                    try desk.calibrate(result, item, of: listener.user)
                }
            case .failed(let error):
                respond(to: request, error)
            }
        }
    }

    /// The clock was set: times computed before mean nothing.
    func endListening() {
        for listener in listeners.takeAll() {
            respond(to: listener, because: "the gateway's clock was set")
        }
    }

    /// The next user of that name is a different person.
    func endListening(of user: ID<User>) {
        if let ended = listeners.end(for: user) { respond(to: ended, because: "you were deleted") }
    }

    private func finish(
        _ listener: Listeners.Listener,
        _ save: (inout RequestDesk) throws(RequestError) -> any JSONWritable
    ) {
        let desk = RequestDesk(engine: engine, store: store)
        serve(listener.request, at: desk, save)
    }

    private func respond(to listener: Listeners.Listener, because reason: String) {
        let error = RequestError(.unavailable, "nobody listens any more: \(reason); try again")
        respond(to: listener.request, error)
    }
}
