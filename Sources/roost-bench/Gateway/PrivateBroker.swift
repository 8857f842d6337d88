import Foundation
import LoopbackSockets

/// A mosquitto of the benchmark's own, configured like the one that the gateway embeds.
final class PrivateBroker {
    let port: Int
    let child: Child

    private static let programs = [
        "/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto", "/usr/bin/mosquitto",
    ]

    init(in folder: URL) throws {
        guard let program = Self.programs.first(where: { access($0, X_OK) == 0 }) else {
            throw Problem("mosquitto is not installed: `apt-get install mosquitto`.")
        }
        port = try LoopbackSocket.freePort()
        let configuration = folder.appending(path: "mosquitto.conf")
        let text = """
            listener \(port) 127.0.0.1
            allow_anonymous true
            user \(NSUserName())
            persistence true
            persistence_location \(folder.path)/
            autosave_interval 60
            max_queued_messages 1000000
            max_inflight_messages 1000
            max_packet_size 20000000
            set_tcp_nodelay true
            queue_qos0_messages false
            log_dest file \(folder.path)/mosquitto.log
            log_type error
            log_type warning

            """
        try Data(text.utf8).write(to: configuration)
        child = try Child(
            [program, "-c", configuration.path],
            output: folder.appending(path: "mosquitto.out").path)
        for _ in 0..<500 {
            if (try? LoopbackSocket(connectedTo: port)) != nil { return }
            usleep(10_000)
        }
        throw Problem("mosquitto does not listen on port \(port)")
    }
}
