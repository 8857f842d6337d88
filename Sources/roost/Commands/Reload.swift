import ArgumentParser
import RoostFormats

struct Reload: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Let the running gateway read its settings again.",
        discussion: """
            Settings of belief, history, backups, the disk, users, OwnTracks and Home Assistant count \
            at once, such as the key of a new phone. Others count from the next start on, and are named.

            Example:
              roost reload
            """)

    @OptionGroup var options: ClientOptions

    func run() throws {
        try options.ask(.admin, "gateway", "reload") { reloaded in
            let (changed, later) = (reloaded.text("changed"), reloaded.text("after_restart"))
            return [
                changed.isEmpty ? "nothing changed" : "changed: \(changed)",
                later.isEmpty ? nil : "after a restart: \(later)",
            ].compactMap(\.self).joined(separator: "\n")
        }
    }
}
