import ArgumentParser
import Foundation
import RoostCore
import RoostFormats
import Terminal

struct ItemCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "item", abstract: "Items: things with a beacon.",
        subcommands: [Save.self, Enrol.self, Calibrate.self, List.self, Get.self, Delete.self])

    struct Save: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add or change an item.",
            discussion: """
                Example:
                  roost item save --user alice --name Keys --kind key \\
                      --beacon ibeacon:f7826da6-4fa2-4e98-8024-bc5b71e0893e:1:7
                """)

        @OptionGroup var options: UserOptions
        @Option(help: "Its id; made from the name if left out.") var item: String?
        @Option(help: "Its name.") var name: String?
        @Option(help: "\(Item.Kind.choice).") var kind: String?
        @Option(help: "Its beacon, in any spelling; an empty one for none.") var beacon: String?
        @Option(
            help: """
                A place where it must not be left, and is missed; may be repeated; or nowhere, or everywhere, \
                the default.
                """)
        var watch: [String] = []
        @Option(parsing: .unconditional, help: "Metres within which it counts as carried.")
        var range: Double?
        @Option(help: "A JPEG or PNG file; - is standard input.", completion: .file())
        var picture: String?

        func validate() throws {
            for word in [Self.everywhere, Self.nowhere]
            where watch.contains(word) && watch != [word] {
                throw ValidationError("--watch \(word) stands for itself: leave out the others")
            }
        }

        private static let everywhere = "everywhere"
        private static let nowhere = "nowhere"

        private var watched: JSON? {
            switch watch {
            case []: nil
            case [Self.everywhere]: .string(Self.everywhere)
            case [Self.nowhere]: .array([])
            default: .array(watch.map { .string($0) })
            }
        }

        func run() throws {
            let picture = try picture.map(base64(of:))
            try options.ask(
                "item", "save",
                [
                    ("item", item), ("name", name), ("kind", kind),
                    ("beacon", beacon.map(\.orNull)), ("watch", watched), ("range", range),
                    ("picture", picture),
                ], patience: picture == nil ? BrokerClient.patience : BrokerClient.longPatience
            ) { "saved \($0.text("item"))" }
        }
    }

    struct Enrol: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add an item, or give it another beacon, by holding it against a node.",
            discussion: """
                Start it, then hold the tag against a node. The strongest beacon that nobody has yet \
                becomes the item's; of two that are equally close neither does.

                Example:
                  roost item enrol --user alice --name Keys --kind key
                """)

        @OptionGroup var options: UserOptions
        @Option(help: "Its id; made from the name if left out.") var item: String?
        @Option(help: "Its name.") var name: String?
        @Option(help: "\(Item.Kind.choice).") var kind: String?
        @Option(help: "The node to hold it against; any if left out.") var node: String?
        @Option(help: "How long to listen.") var seconds: Double?

        func run() throws {
            try options.ask(
                "item", "enrol",
                [
                    ("item", item), ("name", name), ("kind", kind), ("node", node),
                    ("seconds", seconds),
                ], hear: { if !options.client.json { ItemCommand.progress($0) } }
            ) {
                "saved \($0.text("item")) with \($0.text("beacon")), "
                    + "\($0.text("rssi")) dBm at \($0.text("node"))"
            }
        }
    }

    struct Calibrate: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Measure how strong a beacon is one metre away, for better distances.",
            discussion: """
                Hold the item one metre from a node, and still, until it has ended.

                Example:
                  roost item calibrate --user alice keys
                """)

        @OptionGroup var options: UserOptions
        @Argument(help: "The item.") var item: String
        @Option(help: "The node that is a metre away; any if left out.") var node: String?
        @Option(help: "How long to listen.") var seconds: Double?

        func run() throws {
            try options.ask(
                "item", "calibrate",
                [
                    ("item", item), ("node", node), ("seconds", seconds),
                ], hear: { if !options.client.json { ItemCommand.progress($0) } }
            ) {
                "\(item): \($0.text("tx_power")) dBm at one metre, by \($0.text("count")) "
                    + "readings of \($0.text("node"))"
            }
        }
    }

    /// A line per second: the time left, and the nearest beacons so far.
    private static func progress(_ data: JSON) {
        let heard = data.list("heard").prefix(3).map { heard in
            let beacon = heard["beacon"]?.string.map { $0.harmless + " " } ?? ""
            return "\(beacon)\(heard.text("rssi")) dBm at \(heard.text("node"))"
        }
        Screen.write(
            "\(data.text("seconds_left")) s  "
                + (heard.isEmpty ? "nothing yet" : heard.joined(separator: ", ")) + "\n")
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List a user's items.",
            discussion: "Example:\n  roost item list --user alice")

        @OptionGroup var options: UserOptions

        func run() throws {
            try options.ask("item", "list") { data in
                table(
                    [["ITEM", "NAME", "KIND", "BEACON", "WATCH"]]
                        + data.list("items").map {
                            $0.texts("item", "name", "kind", "beacon", "watch")
                        })
            }
        }
    }

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Tell where an item is.",
            discussion: "Example:\n  roost item get --user alice keys")

        @OptionGroup var options: UserOptions
        @Argument(help: "The item.") var item: String

        func run() throws {
            try options.ask("item", "get", [("item", item)]) { data in
                let state = data["state"] ?? .null
                return table([
                    ["item", state.text("name")], ["place", state.text("place_name")],
                    ["room", state.text("room_name")], ["with you", state.text("with_owner")],
                    ["proximity", state.text("proximity")],
                    ["last seen", state.localTime("last_seen")],
                    ["battery", state.text("battery")],
                ])
            }
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete an item.",
            discussion: "Example:\n  roost item delete --user alice keys")

        @OptionGroup var options: UserOptions
        @Argument(help: "The item.") var item: String

        func run() throws {
            try options.ask("item", "delete", [("item", item)]) { _ in
                "deleted \(item)"
            }
        }
    }
}
