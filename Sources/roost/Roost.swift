import ArgumentParser
import RoostGateway
import RoostSettings

@main
struct Roost: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tells people where their people and things are, and speaks up in time.",
        discussion: """
            See it work, without any hardware:       roost demo
            Start the gateway with its own broker:   roost run
            Look at it:                              roost watch
            Ask why it believes what it believes:    roost why alice
            Find what is wrong with it:              roost doctor
            """,
        version: roostVersion,
        subcommands: [
            Run.self, Demo.self, Replay.self, Watch.self, Why.self, UserCommand.self,
            ItemCommand.self, PlaceCommand.self, NodeCommand.self, ShareCommand.self,
            NoteCommand.self, ReminderCommand.self, ExpenseCommand.self, GroupCommand.self,
            SettingsCommand.self, Calibrate.self, FactCommand.self, Import.self, Export.self,
            BackupCommand.self, Restore.self, Reload.self, Doctor.self,
        ])
}
