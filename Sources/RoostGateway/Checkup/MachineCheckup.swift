import Foundation
import MQTT
import RoostCore
import RoostSettings
import RoostStore
import RoostWeb

/// Looks at what a gateway needs on this machine, whether or not one runs.
public struct MachineCheckup {
    private let configuration: Configuration
    private let file: String?

    /// - Parameter file: The configuration file, if one was named.
    public init(_ configuration: Configuration, file: String?) {
        self.configuration = configuration
        self.file = file
    }

    // MARK: Settings

    public var settings: [Finding] {
        let access = configuration.broker.access
        let secret = [access.passwordFile, access.keyFile, configuration.secretsFile]
            .compactMap(\.self)
        let open = secret.filter(isOpenToOthers)
        guard !open.isEmpty else {
            let source = file.map { ", in \($0) and elsewhere" } ?? ""
            return [
                Finding(.settings, .ok, "\(configuration.texts.count) made\(source), others usual")
            ]
        }
        return open.map {
            Finding(
                .settings, .warning, "every user of this machine can read \($0)",
                advice: "chmod o= \($0)")
        }
    }

    private func isOpenToOthers(_ path: String) -> Bool {
        let rights = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        return (rights as? Int).map { $0 & 0o007 != 0 } ?? false
    }

    // MARK: Data

    /// So many times the least free space is still little.
    private static let fairSpace: Int64 = 10
    /// How old the newest backup may be, in seconds.
    private static let oldBackup = 8 * 86400.0

    /// Whether the data are here: those of a gateway elsewhere, whose broker is asked, are not.
    private var keepsData: Bool {
        configuration.broker.kind == .embedded || configuration.texts["data"] != nil
            || FileManager.default.fileExists(atPath: configuration.dataDirectory)
    }

    /// The database is read from end to end, which takes long if it is large.
    public var data: [Finding] {
        guard keepsData else { return [] }
        let folder = URL(filePath: configuration.dataDirectory)
        do {
            let bytes = try Store.check(folder)
            let size = bytes.formatted(.byteCount(style: .file))
            return [Finding(.data, .ok, "\(folder.path) is sound (\(size))")] + space(in: folder)
                + backups(at: .now)
        } catch StoreError.nothingThere {
            return [
                Finding(
                    .data, .warning, "nothing is kept in \(folder.path) yet",
                    advice: "start the gateway with roost run, or name its folder with --data")
            ]
        } catch {
            return [Finding(.data, .error, "\(error)")] + space(in: folder)
        }
    }

    private func space(in folder: URL) -> [Finding] {
        let least = configuration.leastSpace
        guard let space = DiskSpace(of: folder.path), space.free < Self.fairSpace * least else {
            return []
        }
        return [
            Finding(
                .data, space.free < least ? .error : .warning, space.shortage,
                advice: DiskSpace.advice)
        ]
    }

    private func backups(at now: Timestamp) -> [Finding] {
        guard let newest = Backups(of: configuration).newest else {
            return [
                Finding(
                    .data, .warning, "no backup is kept beside the data",
                    advice: "roost backup; for one each night, elsewhere, see docs/backups.md")
            ]
        }
        let age = now.seconds(since: newest)
        guard age > Self.oldBackup else { return [] }
        return [
            Finding(
                .data, .warning, "the newest backup beside the data is \(age.secondsInWords) old",
                advice: "roost backup")
        ]
    }

    // MARK: Broker

    /// Whether the gateway can start a broker of its own; empty if it uses another, or has one.
    public var broker: [Finding] {
        guard configuration.broker.kind == .embedded, configuration.ofRunningBroker == nil,
            let objection = EmbeddedBroker.objection(toPort: configuration.brokerFiles.port)
        else { return [] }
        return [Finding(.broker, .error, "\(objection)")]
    }

    /// What is to be said about a broker through which the gateway answered.
    public func broker(answeredWithin seconds: Double) -> [Finding] {
        let url = configuration.brokerURL
        let access = configuration.broker.access
        guard access.username == nil, access.certificateFile == nil, !isHere(url) else {
            let milliseconds = Int((seconds * 1000).rounded(.up))
            return [Finding(.broker, .ok, "\(url), the answer came within \(milliseconds) ms")]
        }
        return [
            Finding(
                .broker, .warning, "\(url) lets in whoever reaches it",
                advice: "let everybody log in there, with the rights in deploy/mosquitto.acl")
        ]
    }

    /// Whether the broker can only be reached from this machine, going by its address.
    private func isHere(_ url: String) -> Bool {
        guard case .tcp(let host, _) = try? MQTTAddress.parse(url).address else { return true }
        return Loopback.contains(host: host)
    }
}
