import ArgumentParser
import RoostFormats

struct NodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "node", abstract: "Nodes: the devices that hear beacons.",
        subcommands: [Save.self, List.self, Delete.self])

    struct Save: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say where a node stands.",
            discussion: """
                Example:
                  roost node save kitchen-1 --place home --room kitchen
                  roost node save hall-1 --place home --room hall --exit
                  roost node save hall-1 --door zigbee2mqtt/front_door
                """)

        @OptionGroup var options: ClientOptions
        @Argument(help: "The node.") var node: String
        @Option(help: "The place that it stands in.") var place: String?
        @Option(help: "The room that it stands in.") var room: String?
        @Flag(inversion: .prefixedNo, help: "Whether it stands at a door to the outside.")
        var exit: Bool?
        @Option(
            help: "The topic of the contact sensor at that door; an empty one for none.")
        var door: String?
        @Option(
            parsing: .unconditional, help: "Metres in the place's own frame: X,Y or X,Y,Z.")
        var position: String?

        func run() throws {
            let position = try position.map { text in
                guard let numbers = numbers(in: text), (2...3).contains(numbers.count) else {
                    throw ValidationError("--position must be X,Y or X,Y,Z in metres")
                }
                return numbers
            }
            try options.ask(
                .admin, "node", "save",
                [
                    ("node", node), ("place", place), ("room", room), ("exit", exit),
                    ("door", door.map(\.orNull)),
                    ("position", position),
                ]
            ) { saved in
                let spot = ["room", "place"].compactMap { saved[$0]?.string }
                return "saved \(saved.text("node"))"
                    + (spot.isEmpty ? "" : " in \(spot.joined(separator: ", "))")
            }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the nodes and how they do.", discussion: "Example:\n  roost node list")

        @OptionGroup var options: ClientOptions

        func run() throws {
            try options.ask(.admin, "node", "list") { data in
                table(
                    [["NODE", "PLACE", "ROOM", "EXIT", "DOOR", "STATUS", "LAST HEARD"]]
                        + data.list("nodes").map {
                            [
                                $0.text("node"), $0.text("place"), $0.text("room"),
                                $0.text("exit"), door(of: $0), $0.text("status"),
                                $0.localTime("last_heard"),
                            ]
                        })
            }
        }
    }

    /// The last reading of its door sensor, as people read it.
    private static func door(of node: JSON) -> String {
        guard node["door"]?.string != nil else { return "–" }
        return node["door_open"]?.bool.map { $0 ? "open" : "shut" } ?? "not heard of"
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forget a node.", discussion: "Example:\n  roost node delete kitchen-1")

        @OptionGroup var options: ClientOptions
        @Argument(help: "The node.") var node: String

        func run() throws {
            try options.ask(.admin, "node", "delete", [("node", node)]) { _ in
                "deleted \(node)"
            }
        }
    }
}
