import Foundation
import RoostSettings

/// The private mosquitto's configuration, and the paths of its files.
struct BrokerFiles {
    let directory: URL
    let port: Int

    /// In bytes: a request with a picture of 16 MiB fits.
    static let longestPacket: UInt32 = 20_000_000

    var configuration: URL { directory.appending(path: "mosquitto.conf") }
    /// What it says before it has read where to log.
    var errors: URL { directory.appending(path: "mosquitto.err") }
    var log: URL { directory.appending(path: "mosquitto.log") }
    var process: URL { directory.appending(path: "mosquitto.pid") }

    /// The last error that the broker told since it was started, or else whatever it said last before
    /// it logged, if anything.
    func lastError(since start: Date) -> Substring? {
        func lines(of file: URL) -> [Substring] {
            let bytes = (try? WholeFile.read(file.path)) ?? []
            return String(decoding: bytes.suffix(10_000), as: UTF8.self)
                .split(whereSeparator: \.isNewline)
        }
        let said = lines(of: errors)
        let told = (said + lines(of: log)).compactMap { line -> Substring? in
            // Most begin with the seconds since 1970.
            let time = Double(line.prefix { $0 != ":" }) ?? .infinity
            guard time >= start.timeIntervalSince1970.rounded(.down) else { return nil }
            return line.range(of: "Error: ").map { line[$0.upperBound...] }
        }
        return told.last ?? said.last
    }

    /// Writes the configuration again; the broker's stored messages stay.
    func write() throws {
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try Data(text.utf8).write(to: configuration, options: .atomic)
    }

    /// As root, mosquitto would become somebody who may not write into the folder.
    private static let user = geteuid() == 0 ? "user root\n" : ""

    /// The limits are chosen so that this broker loses nothing: with a queue of 0 any refused
    /// publish would disconnect its client, and a short queue overflows silently.
    private var text: String {
        """
        # Written by roost at each start: changes here are lost.
        # For a broker of your own, see broker.url in roost.yaml.
        listener \(port) 127.0.0.1
        allow_anonymous true
        \(Self.user)persistence true
        persistence_location \(directory.path)/
        autosave_interval 60
        max_queued_messages 1000000
        max_inflight_messages 1000
        max_packet_size \(Self.longestPacket)
        set_tcp_nodelay true
        queue_qos0_messages false
        log_dest file \(log.path)
        log_type error
        log_type warning

        """
    }
}
