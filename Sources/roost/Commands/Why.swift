import ArgumentParser
import RoostFormats

struct Why: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell why a user, or an item of theirs, is believed to be where it is.",
        discussion: """
            Example:
              roost why alice
              roost why alice --at 2026-11-20T08:15:00Z
              roost why alice --item keys
              roost why alice --item keys --at 2026-11-20T08:15:00Z --json
              roost why alice --from 2026-11-20T07:00:00Z --to 2026-11-20T09:00:00Z
            """)

    @OptionGroup var options: ClientOptions
    @Argument(help: "The user.") var user: String
    @Option(help: "An item of the user's, of which is told instead.") var item: String?
    @Option(help: "What was believed at this moment, and why.") var at: String?
    @Option(help: "Decisions from this time on.") var from: String?
    @Option(help: "Decisions before this time.") var to: String?
    @Option(help: "How many decisions at the most.") var limit = 5

    func validate() throws {
        guard at == nil || from == nil && to == nil else {
            throw ValidationError("--at asks for one moment: leave out --from and --to")
        }
    }

    func run() throws {
        try options.ask(
            .user(try id(user, "USER")), "presence", "why",
            [
                ("item", item), ("at", at), ("from", from), ("to", to),
                ("limit", at == nil ? limit : nil),
            ], print: Self.text)
    }

    private static func text(_ data: JSON) -> String {
        if data["at"] != nil {
            return data["sentence"]?.string ?? "Nothing is kept of what was believed then."
        }
        var lines = [headline(data)]
        for decision in data.list("decisions") {
            lines += ["", "\(decision.localTime("time"))  \(decision.text("text"))"]
            for evidence in decision.list("evidence") {
                lines.append(
                    "    because \(evidence.text("text"))  (\(evidence.localTime("time")))")
            }
            lines.append("    would change: \(decision.text("would_change"))")
        }
        return lines.joined(separator: "\n")
    }

    /// Where the user or item is now, and since when.
    private static func headline(_ data: JSON) -> String {
        let state = data["presence"] ?? data["state"] ?? .null
        let elsewhere = data["state"] == nil ? state.text("hand") : "in no known place"
        let whereabouts = state.spotName ?? elsewhere
        let since = state["since"]?.string.map { _ in " since \(state.localTime("since"))" }
        return "\(state.text("name")): \(whereabouts)\(since ?? "")"
    }
}
