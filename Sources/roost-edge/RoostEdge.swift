import ArgumentParser
import RoostSettings

@main
struct RoostEdge: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "roost-edge",
        abstract: "Hears Bluetooth beacons, and tells Roost where they are.",
        discussion: """
            See what is in the air:  roost-edge scan
            Be a node:  roost-edge run --node kitchen --broker mqtt://gateway
            """,
        version: roostVersion,
        subcommands: [Run.self, Scan.self], defaultSubcommand: Run.self)
}
