import ArgumentParser
import Foundation
import RoostFormats
import RoostGateway

struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put a backup in the place of what Roost keeps.",
        discussion: """
            Stop the gateway first. What was there is kept in a file beside it, which can be restored \
            in the same way.

            Example:
              roost restore /mnt/usb/roost.sqlite --data /var/lib/roost
            """)

    @OptionGroup var options: GatewayOptions
    @Flag(help: "Print JSON instead of text.")
    var json = false
    @Argument(help: "A file that `roost backup` wrote.", completion: .file())
    var file: String

    func run() throws {
        let backups = Backups(of: try options.configuration())
        let replaced = try backups.restore(URL(filePath: file))
        if json {
            return try write(line: RequestMembers([("replaced", replaced)]).jsonText)
        }
        let kept = replaced.map { "; what was there is kept in \($0)" }
        try write(line: "restored \(file)\(kept ?? "")")
    }
}
