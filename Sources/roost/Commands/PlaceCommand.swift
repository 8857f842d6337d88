import ArgumentParser
import Foundation
import RoostCore
import RoostFormats

struct PlaceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "place", abstract: "Places: named geofences with rooms.",
        subcommands: [Save.self, List.self, Delete.self])

    struct Save: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add or change a place.",
            discussion: """
                With --user it is that user's own; without, it is the household's, known to all.

                Example:
                  roost place save home --name Home --kind home --lat 52.5163 --lon 13.3777 \\
                      --radius 60 --room Kitchen --room Hall
                """)

        @OptionGroup var options: ClientOptions
        @Option(help: "The owner; the household if left out.") var user: String?
        @Argument(help: "Its id.") var place: String
        @Option(help: "Its name.") var name: String?
        @Option(help: "\(Place.Kind.choice).") var kind: String?
        @Option(parsing: .unconditional, help: "Degrees north.") var lat: Double?
        @Option(parsing: .unconditional, help: "Degrees east.") var lon: Double?
        @Option(parsing: .unconditional, help: "Metres; 50 if left out.") var radius: Double?
        @Option(
            parsing: .unconditional,
            help: "A polygon in place of lat, lon and radius: \"LAT,LON LAT,LON LAT,LON\".")
        var polygon: String?
        @Option(help: "The address, for people; an empty one for none.") var address: String?
        @Flag(inversion: .prefixedNo, help: "Whether every user knows it.") var shared: Bool?
        @Option(help: "A room's name; may be repeated, and replaces the rooms there were.")
        var room: [String] = []

        func run() throws {
            try options.ask(
                PlaceCommand.actor(user), "place", "save",
                [
                    ("place", place), ("name", name), ("kind", kind), ("lat", lat), ("lon", lon),
                    ("radius", radius), ("polygon", try polygon.map(Self.corners)),
                    ("address", address.map(\.orNull)), ("shared", shared),
                    ("rooms", room.isEmpty ? nil : room),
                ]
            ) { "saved \($0.text("place"))" }
        }

        private static func corners(_ text: String) throws -> [[Double]] {
            try text.split(separator: " ").map { corner in
                guard let numbers = numbers(in: corner), numbers.count == 2 else {
                    throw ValidationError("--polygon must be \"LAT,LON LAT,LON LAT,LON\"")
                }
                return numbers
            }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List places: all, or those that a user knows.",
            discussion: "Example:\n  roost place list --user alice")

        @OptionGroup var options: ClientOptions
        @Option(help: "The user; an administrator if left out.") var user: String?

        func run() throws {
            try options.ask(PlaceCommand.actor(user), "place", "list") { data in
                let rows = data.list("places").map { place in
                    let rooms = place.list("rooms").map { $0.text("room") }
                    return place.texts(
                        "place", "name", "kind", "lat", "lon", "radius", "owner", "shared")
                        + [rooms.joined(separator: ", ")]
                }
                return table(
                    [["PLACE", "NAME", "KIND", "LAT", "LON", "RADIUS", "OWNER", "SHARED", "ROOMS"]]
                        + rows)
            }
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete a place.", discussion: "Example:\n  roost place delete gym --user bob"
        )

        @OptionGroup var options: ClientOptions
        @Option(help: "The owner; an administrator if left out.") var user: String?
        @Argument(help: "The place.") var place: String

        func run() throws {
            try options.ask(PlaceCommand.actor(user), "place", "delete", [("place", place)]) { _ in
                "deleted \(place)"
            }
        }
    }

    /// The owner who asks; without one, an administrator for the household.
    private static func actor(_ user: String?) throws -> Request.Actor {
        try user.map { Request.Actor.user(try id($0, "--user")) } ?? .admin
    }
}
