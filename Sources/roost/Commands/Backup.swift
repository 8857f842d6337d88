import ArgumentParser
import Foundation
import RoostFormats
import RoostGateway

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy everything that Roost keeps into one file.",
        discussion: """
            The running gateway goes on meanwhile. Without FILE, it writes the backup into the folder \
            `backups` beside its data and keeps the newest seven there (backups.keep). With FILE, \
            or with --data, this program reads the folder itself, whether or not a gateway runs.

            Example:
              roost backup
              roost backup /mnt/usb/roost.sqlite --data /var/lib/roost
            """)

    @OptionGroup var options: ClientOptions
    @Argument(help: "The file to write; it is replaced if it exists.", completion: .file())
    var file: String?

    func run() throws {
        let gateway = options.gateway
        guard gateway.data != nil || file != nil else {
            return try options.ask(
                .admin, "gateway", "backup", patience: BrokerClient.longPatience, print: Self.line)
        }
        let backups = Backups(of: try gateway.configuration())
        let backup =
            if let file {
                try backups.make(in: URL(filePath: file))
            } else {
                try backups.make()
            }
        try options.print(try JSON(backup.jsonBytes), Self.line)
    }

    private static func line(_ backup: JSON) -> String {
        let size = backup["bytes"]?.number?.integer.map {
            " (\($0.formatted(.byteCount(style: .file))))"
        }
        return "wrote \(backup.text("file"))\(size ?? "")"
    }
}
