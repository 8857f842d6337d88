import ArgumentParser
import BluetoothScanner
import FoundationEssentials
import RoostSettings

/// The source of advertisements, and where to record them.
struct RadioOptions: ParsableArguments {
    @Option(help: "A configuration file; see config/roost-edge.yaml.", completion: .file())
    var config: String?

    @Option(help: "The Bluetooth adapter: any, all, or one such as hci0.")
    var adapter: String?

    @Option(help: "How to scan: auto, management or raw.")
    var method: String?

    @Option(help: "Hear a capture (btsnoop or pcapng) instead of an adapter.", completion: .file())
    var replay: String?

    @Option(help: "Keep what is heard in a btsnoop file, for a bug report.", completion: .file())
    var record: String?

    @Option(help: "The folder for what must outlast a restart.", completion: .directory)
    var data: String?

    func validate() throws {
        if replay != nil, record != nil {
            throw ValidationError(
                "--record keeps what an adapter hears; there is none with --replay.")
        }
    }

    func configuration(further: [SettingSources.Flag] = []) throws -> EdgeConfiguration {
        let flags: [SettingSources.Flag] =
            [
                ("radio.adapter", "--adapter", adapter), ("radio.method", "--method", method),
                ("data", "--data", data),
            ] + further
        let environment = ProcessInfo.processInfo.environment
        var configuration = EdgeConfiguration()
        do {
            let sources = SettingSources(
                file: config, environment: environment, prefix: EdgeConfiguration.variablePrefix,
                flags: flags)
            try sources.apply(to: &configuration, EdgeConfiguration.settings)
        } catch let error as ConfigurationError {
            throw ValidationError("\(error)")
        }
        configuration.access.password =
            environment[EdgeConfiguration.variablePrefix + "BROKER_PASSWORD"]
        let radio = configuration.radio
        if radio.window > radio.interval {
            throw ValidationError(
                "radio.window_ms: must be at most radio.interval_ms, which is \(radio.interval)")
        }
        return configuration
    }

    /// - Parameter pace: The pace of a capture.
    func radio(
        _ configuration: EdgeConfiguration, pace: CapturedRadio.Pace, mayForgoRecording: Bool
    ) throws -> sending any Radio {
        if let replay { return try CapturedRadio(file: replay, pace: pace) }
        return LiveRadio(
            configuration.radio, recorder: try record.map { (path) in try Recorder(path: path) },
            mayForgoRecording: mayForgoRecording)
    }

    /// Makes the folder for data that must survive a restart.
    ///
    /// - Throws: `ConfigurationError` if it cannot be made.
    func prepareData(_ configuration: inout EdgeConfiguration) throws(ConfigurationError) {
        let folder = configuration.dataDirectory ?? StateDirectory.standard(for: "roost-edge")
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            configuration.dataDirectory = folder
            configuration.radio.stateFile = folder + "/monitors"
        } catch {
            configuration.dataDirectory = nil
            throw ConfigurationError(setting: "data", reason: "\(folder) cannot be made")
        }
    }
}
