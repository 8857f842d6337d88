import Logging
import MQTT
import RoostCore
import RoostFormats

extension GatewayLoop {
    /// A request for a backup that is not answered yet.
    struct AskedBackup {
        var request: Request
        var message: MQTTMessage
        var isBegun = false
    }

    /// Notes a request for a backup; it is made after the commit, so that it holds all that came
    /// before.
    ///
    /// - Returns: Whether the request is of this kind.
    func backUp(_ request: Request, _ message: MQTTMessage) -> Bool {
        guard request.actor == .admin, request.noun == "gateway", request.verb == "backup" else {
            return false
        }
        do throws(RequestError) {
            try request.payload.allow(request: [])
            guard askedBackup == nil else {
                throw RequestError(.unavailable, "a backup is being made: try again")
            }
            askedBackup = AskedBackup(request: request, message: message)
        } catch {
            respond(to: request, message, Response.error(id: request.id, error))
        }
        return true
    }

    /// Begins the backup that was asked for; everything until then must be on disk.
    func beginBackup() {
        guard askedBackup?.isBegun == false else { return }
        askedBackup?.isBegun = true
        backupDesk.begin(Backups(of: configuration))
    }

    /// Forgets a request that the broker will deliver again.
    func dropBackup() {
        if askedBackup?.isBegun == false { askedBackup = nil }
    }

    /// Answers the request when the backup is made.
    func answerBackup() {
        guard let outcome = backupDesk.take(), let asked = askedBackup else { return }
        askedBackup = nil
        let id = asked.request.id
        switch outcome {
        case .success(let backup):
            logger.info("backed up", metadata: ["file": "\(backup.file)"])
            respond(to: asked.request, asked.message, Response.ok(id: id, data: backup))
        case .failure(let error):
            logger.error("a backup could not be made", metadata: ["error": "\(error)"])
            let error = RequestError(.unavailable, "the backup could not be made: \(error)")
            respond(to: asked.request, asked.message, Response.error(id: id, error))
        }
    }
}
