import ArgumentParser
import Foundation

/// How often Roost is right about rooms and positions, compared with commonly used rules.
struct RoomsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rooms",
        abstract: "Score rooms and positions of recorded walks, by Roost and by other rules.",
        discussion: """
            A folder holds

              household.yaml         as for roost import: whose tag, rooms, nodes
              NAME.ndjson            a walk, as mosquitto_sub -F %j prints it
              NAME.truth.csv         where the tag truly was: time,room,x,y

            and perhaps

              calibration.ndjson     a walk before, with calibration/mark requests
              calibration.truth.csv  where that was, for the nearest neighbours
              fingerprints.csv       points that were measured: node,x,y,mean_rssi

            Recordings may be packed (NAME.ndjson.gz). A truth may lack rooms, or positions; its time \
            is in seconds since 1970, x and y are in metres. A calibration is not scored.

            Each rule is told the same messages in their order. Roost is scored as published: the roost \
            beside this program replays each walk.

            Example:
              roost-bench accuracy rooms recordings/flat recordings/office
            """)

    @Argument(help: "The folders.", completion: .directory) var folders: [String]
    @Option(help: "Whose tag was carried; needed where several users carry beacons.")
    var user: String?

    func run() throws {
        let workspace = try Workspace()
        defer { workspace.remove() }
        var isWhole = true
        for (index, path) in folders.enumerated() {
            do {
                let scoring = try FolderScoring(
                    DataFolder(path), user: user,
                    workspace: workspace.folder.appending(path: "\(index)"), say: RoostBench.tell)
                print(try scoring.board().text + "\n")
            } catch let problem as Problem {
                isWhole = false
                RoostBench.tell("Error: \(problem)")
            }
        }
        if !isWhole { throw ExitCode(1) }
    }
}
