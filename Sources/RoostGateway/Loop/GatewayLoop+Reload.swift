import Logging
import RoostCore
import RoostFormats
import RoostSettings

extension GatewayLoop {
    /// Takes in changed settings, as far as that needs no restart.
    func reload(_ request: ReceivedRequest) throws(RequestError) {
        let (adopted, reloaded) = try readConfiguration()
        // What is believed is read again, so it must be on disk.
        ledger.writeDetails()
        guard commitPart() else { return }
        configuration = adopted
        if !reloaded.changed.isEmpty { beginAnew() }
        guard !recovery.isPending else { return }
        logger.notice(
            "the settings are read again",
            metadata: ["changed": "\(reloaded.changed.joined(separator: ", "))"])
        let data = Members { json in
            json.member("changed", reloaded.changed)
            json.member("after_restart", reloaded.afterRestart)
        }
        respond(to: request, data: data)
    }

    private func readConfiguration() throws(RequestError) -> (
        Configuration, Configuration.Reloaded
    ) {
        do {
            var adopted = configuration
            let reloaded = try adopted.adopt(try reread())
            return (adopted, reloaded)
        } catch let error as ConfigurationError {
            throw RequestError(
                .badRequest, "everything stays as it was: \(error)", field: error.setting)
        } catch {
            throw RequestError(.badRequest, "everything stays as it was: \(error)")
        }
    }

    /// Continues from the state on disk by the new settings, as after a restart.
    private func beginAnew() {
        window.keep(configuration.retention)
        dialects = configuration.dialects
        topics = configuration.topics
        do {
            try load()
            sayEverything()
            hearRetainedAgain()
        } catch {
            note(unusable: error)
            waitForRecovery()
        }
    }
}
