import Logging
import MQTT
import RoostCore
import RoostFormats

extension GatewayLoop {
    /// How far the backup is that was asked for.
    enum AskedBackup {
        /// It begins once everything until then is on disk.
        case asked(ReceivedRequest)
        case running(ReceivedRequest)
        /// The answer is on its way to the disk.
        case made(ReceivedRequest, BackupDesk.Outcome)

        fileprivate var request: ReceivedRequest {
            switch self {
            case .asked(let request), .running(let request), .made(let request, _): request
            }
        }
    }

    /// Notes a request for a backup, which is answered when the backup is made.
    func backUp(_ request: ReceivedRequest) throws(RequestError) {
        // Delivered again.
        if askedBackup?.request.message == request.message { return }
        guard askedBackup == nil else {
            throw RequestError(.unavailable, "a backup is being made: try again")
        }
        askedBackup = .asked(request)
    }

    /// Begins the backup that was asked for, or ends with one whose answer is on disk now.
    func committedBackup() {
        switch askedBackup {
        case .asked(let request):
            askedBackup = .running(request)
            backupDesk.begin(Backups(of: configuration))
        case .made: askedBackup = nil
        case .running, nil: break
        }
    }

    /// Forgets a request that the broker will deliver again.
    func dropBackup() {
        if case .asked = askedBackup { askedBackup = nil }
    }

    /// Answers the request when the backup is made, again if the answer did not reach the disk.
    func answerBackup() {
        if case .running(let request) = askedBackup, let outcome = backupDesk.take() {
            askedBackup = .made(request, outcome)
        }
        guard case .made(let request, let outcome) = askedBackup else { return }
        switch outcome {
        case .success(let backup):
            logger.info("backed up", metadata: ["file": "\(backup.file)"])
            respond(to: request, data: backup)
        case .failure(let error):
            logger.error("a backup could not be made", metadata: ["error": "\(error)"])
            let error = RequestError(.unavailable, "the backup could not be made: \(error)")
            respond(to: request, error)
        }
    }

    /// Tells whoever waits for a backup that the gateway ends before it is made.
    func abandonBackup() {
        switch askedBackup {
        case .asked(let request), .running(let request):
            askedBackup = nil
            let error = RequestError(.unavailable, "the gateway was stopped meanwhile: ask again")
            respond(to: request, error)
        case .made, nil: break
        }
    }
}
