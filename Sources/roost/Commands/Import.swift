import ArgumentParser
import Foundation
import RoostFormats
import RoostGateway
import RoostStore

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take in a household from a file.",
        discussion: """
            Through the running gateway, or straight into --data DIR where none runs. Doing it twice \
            is doing it once; what the file does not name stays as it is.

            Example:
              roost import household.yaml
              roost import household.yaml --data /tmp/house
            """)

    @OptionGroup var options: ClientOptions
    @Argument(help: "The file, YAML or JSON; - for standard input.", completion: .file())
    var file: String

    func run() throws {
        let document = try HouseholdFile.read(inputFile(file))
        guard document.object?.members.isEmpty == false else {
            throw ClientError("\(file) has no entries, such as users or places")
        }
        if options.gateway.data != nil, try importDirectly(document) { return }
        guard document.jsonBytes.count <= Self.mostBytes else {
            throw ClientError(
                "\(file) is too large to import through a running gateway: stop the gateway, and "
                    + "import into its folder with --data DIR")
        }
        let entries = (document.object?.members ?? []).map { ($0.name, Optional($0.value)) }
        try options.ask(.admin, "household", "import", entries, print: Self.summary)
    }

    /// What was given to somebody comes last, where it is not overlooked.
    private static func summary(_ report: JSON) -> String {
        let count = report.text("changes")
        let given = (report["given"]?.array ?? []).compactMap(\.string)
        return (["imported \(count) \(count == "1" ? "entry" : "entries")"] + given)
            .joined(separator: "\n")
    }

    /// The most that the gateway reads as one request, less what belongs to the request itself.
    private static let mostBytes = Dialects.sizeLimit - 1000

    /// Returns whether the folder was free; a folder in use is reached through its gateway.
    private func importDirectly(_ document: JSON) throws -> Bool {
        let configuration = try options.gateway.configuration()
        do {
            let report = try HouseholdFile.importing(document, into: configuration)
            try options.print(JSON(report.jsonBytes), Self.summary)
            return true
        } catch StoreError.inUse {
            // A gateway at the usual address need not be the one using this folder.
            guard
                configuration.broker.kind != .embedded || configuration.ofRunningBroker != nil
            else {
                throw ClientError(
                    "\(configuration.dataDirectory) is in use by a gateway: name its broker with "
                        + "--broker URL, to import through it")
            }
            return false
        } catch let error as RequestError {
            throw ClientError(error, in: file)
        }
    }
}
