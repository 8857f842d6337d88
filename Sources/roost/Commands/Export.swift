import ArgumentParser
import RoostFormats
import RoostGateway

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the household as a file that `roost import` reads.",
        discussion: """
            From the running gateway, or straight from --data DIR.

            Example:
              roost export > household.yaml
            """)

    @OptionGroup var options: ClientOptions

    func run() throws {
        if options.gateway.data != nil {
            let household = try HouseholdFile.household(in: options.gateway.configuration())
            try options.print(
                try JSON(HouseholdDocument(household, at: .now).jsonBytes, mostValues: .max),
                HouseholdFile.yaml)
        } else {
            try options.ask(.admin, "household", "export", print: HouseholdFile.yaml)
        }
    }
}
