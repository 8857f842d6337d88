import MQTT
import RoostCore
import RoostFormats
import RoostStore

extension GatewayLoop {
    /// Sets a request with a picture aside, on disk, until the picture is packed.
    ///
    /// Later requests of the same user about items and notes are set aside too, so that all are
    /// done in the order of asking.
    ///
    /// - Returns: Whether it is handled here: set aside and answered later, or refused at once.
    func setAside(_ request: ReceivedRequest) -> Bool {
        guard case .user(let user) = request.actor, engine.household.users[user] != nil,
            request.picture != nil || request.changesPicture && pictures.has(requestOf: user)
        else { return false }
        let message = request.message
        let digest = message.digest
        // It was stored before a crash, and is delivered again.
        if pictures.has(digest: digest) { return true }
        do throws(RequestError) {
            guard !page.expectsAnswer(to: message) else {
                throw RequestError(
                    .unavailable, "a picture of yours is still being packed: try again in a moment")
            }
            let picture = try request.picture.map(RequestDesk.pictureBytes)
            guard pictures.hasRoom(for: user) else {
                throw RequestError(
                    .unavailable, "too many pictures wait: try again", field: request.picture?.name)
            }
            // After a failed commit, this request is redelivered with the others.
            guard tick() else { return true }
            let asking = WaitingRequest.Asking(
                time: now, standpoint: engine.standpoint(of: user))
            let job = pictures.add(
                message, of: user, digest: digest, asking: asking, picture: picture)
            ledger.keep(
                WaitingRequest(
                    id: job.id, topic: message.topic, payload: message.payload,
                    responseTopic: message.responseTopic,
                    correlationData: message.correlationData, asking: asking))
        } catch {
            respond(to: request, error)
        }
        return true
    }

    /// Forgets the requests of a deleted user: the next user of that name is a different person.
    func dropPictures(of user: ID<User>) {
        for job in pictures.removeAll(of: user) { ledger.answered(job) }
    }

    /// Hands over the jobs that are on disk now.
    func handOverPictures() {
        for job in pictures.takeUnwritten() { bench.put(job) }
    }

    /// Answers the requests with finished pictures.
    ///
    /// - Returns: Whether all succeeded; otherwise the requests are still on disk.
    func answerPacked() -> Bool {
        for (job, result) in bench.takePacked() {
            let isWaiting = pictures.remove(job.id)
            guard isWaiting else { continue }
            if let request = request(in: job.message) {
                answer(request, picture: result, asking: job.asking)
            }
            guard !recovery.isPending else { return false }
            // In one transaction with its effects.
            ledger.answered(job.id)
            guard commitAlone(job.message) else { return false }
        }
        return true
    }

    /// Begins again with the requests that waited when the gateway stopped or the disk failed.
    func resumePictures() throws {
        pictures.startOver()
        for kept in try store.waitingRequests() {
            pictures.noteUsed(kept.id)
            let message = MQTTMessage(
                topic: kept.topic, payload: kept.payload, qos: 1,
                responseTopic: kept.responseTopic, correlationData: kept.correlationData)
            guard let request = request(in: message), case .user(let user) = request.actor else {
                // It was valid when it was stored; another version may not understand it.
                ledger.answered(kept.id)
                continue
            }
            guard !quarantine.holds(message, at: now) else {
                passOver(message)
                ledger.answered(kept.id)
                continue
            }
            pictures.add(kept.id, of: user, digest: message.digest)
            let picture = request.picture.flatMap { try? RequestDesk.pictureBytes($0) }
            bench.put(
                PictureJob(
                    id: kept.id, message: message, asking: kept.asking, picture: picture))
        }
    }
}

extension MQTTMessage {
    /// The same for the same message with the same response topic and correlation data.
    fileprivate var digest: UInt64 {
        var hash = StableHash()
        hash.combine(topic)
        hash.combine(responseTopic ?? "")
        hash.combine(correlationData ?? [])
        hash.combine(UInt8(0))
        hash.combine(payload)
        return hash.value
    }
}
