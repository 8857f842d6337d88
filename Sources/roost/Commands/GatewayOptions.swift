import ArgumentParser
import Foundation
import RoostGateway
import RoostSettings

/// The sources of the settings: the file, the environment, the flags; later ones win.
struct GatewayOptions: ParsableArguments {
    @Option(help: "A configuration file; see config/roost.yaml.", completion: .file())
    var config: String?

    @Option(
        help: "The broker: mqtt://HOST, mqtts://HOST, unix:/PATH, or embedded for one of its own.")
    var broker: String?

    @Option(help: "The folder to keep everything in.", completion: .directory)
    var data: String?

    /// The configuration of a client, which finds the broker of the gateway that uses the folder.
    func clientConfiguration() throws -> Configuration {
        let configuration = try configuration()
        if let running = configuration.ofRunningBroker { return running }
        // What listens at the usual port is another household's.
        guard data == nil || configuration.broker.kind != .embedded else {
            throw ClientError(
                "no gateway with a broker of its own runs in \(configuration.dataDirectory): start "
                    + "it with `roost run --data …`, or name its broker with --broker URL")
        }
        return configuration
    }

    func configuration(further: [SettingSources.Flag] = []) throws -> Configuration {
        do {
            return try reader(further: further)()
        } catch let error as ConfigurationError {
            throw ValidationError("\(error)")
        }
    }

    /// Reads the configuration, each time anew.
    func reader(further: [SettingSources.Flag]) -> @Sendable () throws -> Configuration {
        let flags: [SettingSources.Flag] =
            [("broker.url", "--broker", broker), ("data", "--data", data)] + further
        let environment = ProcessInfo.processInfo.environment
        return { [config] in
            try Configuration(file: config, environment: environment, flags: flags)
        }
    }
}
