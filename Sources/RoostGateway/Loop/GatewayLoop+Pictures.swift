import MQTT
import RoostCore
import RoostFormats
import RoostStore

extension GatewayLoop {
    /// Pictures that wait at the same time, at most: each may be of 10 MB.
    private static let mostPictures = 20

    /// Puts a request with a picture aside, on disk, until that is packed.
    ///
    /// - Returns: Whether there is one; the answer comes later, unless there are too many.
    func setAside(_ request: Request, _ message: MQTTMessage) -> Bool {
        guard let field = request.picture else { return false }
        do throws(RequestError) {
            let bytes = try RequestDesk.pictureBytes(field)
            guard pictures.count < Self.mostPictures else {
                throw RequestError(
                    .unavailable, "\(field.name) cannot be taken now: too many wait, so try again",
                    field: field.name)
            }
            let job = PictureJob(id: nextPicture, message: message, picture: bytes)
            nextPicture += 1
            pictures.insert(job.id)
            ledger.keep(
                WaitingRequest(
                    id: job.id, topic: message.topic, payload: message.payload,
                    responseTopic: message.responseTopic,
                    correlationData: message.correlationData))
            setAside.append(job)
        } catch {
            respond(to: request, message, Response.error(id: request.id, error))
        }
        return true
    }

    /// What is on disk now may be worked at.
    func handOverPictures() {
        for job in setAside { bench.put(job) }
        setAside = []
    }

    /// Answers the requests whose pictures are packed.
    func answerPacked() {
        for (job, result) in bench.takePacked() where pictures.remove(job.id) != nil {
            ledger.answered(job.id)
            guard case .request(let request) = read(job.message) else { continue }
            answer(request, to: job.message, picture: result)
        }
    }

    /// Those that waited when the gateway stopped are begun again.
    func resumePictures() throws {
        pictures = []
        setAside = []
        for waiting in try store.waitingRequests() {
            nextPicture = max(nextPicture, waiting.id + 1)
            let message = MQTTMessage(
                topic: waiting.topic, payload: waiting.payload, qos: 1,
                responseTopic: waiting.responseTopic, correlationData: waiting.correlationData)
            guard case .request(let request) = read(message), let field = request.picture,
                let bytes = try? RequestDesk.pictureBytes(field)
            else {
                // It was understood when it was kept; another version may not.
                ledger.answered(waiting.id)
                continue
            }
            pictures.insert(waiting.id)
            bench.put(PictureJob(id: waiting.id, message: message, picture: bytes))
        }
    }
}

extension Request {
    /// What is to be unpacked and packed anew before the request can be answered.
    fileprivate var picture: RequestField? {
        guard verb == "save" else { return nil }
        return switch noun {
        case "item": payload["picture"]
        case "note": payload["photo"]
        default: nil
        }
    }
}
