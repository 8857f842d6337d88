import ArgumentParser
import Foundation
import RoostFormats
import RoostGateway
import RoostSettings
import Terminal

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Look for what is wrong, and say what to do about it.",
        discussion: """
            Looks at the settings, the data and the broker, and asks the running gateway about its \
            nodes, phones and beacons. It changes nothing. Its exit status is 0 if there is no error; \
            warnings are none.

            Example:
              roost doctor
              sudo roost doctor --config /etc/roost/roost.yaml --data /var/lib/roost
            """)

    @OptionGroup var options: ClientOptions

    func run() throws {
        var report = Report(isJSON: options.json)
        try examine(&report)
        try report.finish()
        guard report.errors == 0 else { throw ExitCode.failure }
    }

    private func examine(_ report: inout Report) throws {
        let configuration: Configuration
        do {
            configuration = try options.gateway.configuration()
        } catch {
            return try report.add([Finding(.settings, .error, "\(error)")])
        }
        let machine = MachineCheckup(
            configuration.ofRunningBroker ?? configuration, file: options.gateway.config)
        try report.add(machine.settings)
        try report.add(machine.data)
        try askGateway(machine, &report)
    }

    private func askGateway(_ machine: MachineCheckup, _ report: inout Report) throws {
        let answer: JSON
        let asked = ContinuousClock.now
        do {
            answer = try options.answer(.admin, "gateway", "check")
        } catch {
            // A port that a gateway answers at is taken by its own broker.
            try report.add(machine.broker)
            let part: Finding.Part = error is ConfigurationError ? .settings : .gateway
            return try report.add([Finding(part, .error, "\(error)")])
        }
        try report.add(machine.broker(answeredWithin: (ContinuousClock.now - asked) / .seconds(1)))
        let version = answer.text("version")
        if version != roostVersion {
            try report.add([
                Finding(
                    .gateway, .warning,
                    "it is version \(version), and this program \(roostVersion)",
                    advice: "restart the gateway after an update")
            ])
        }
        try report.add(answer.list("findings"))
    }
}

/// Prints findings one by one, since some take a while.
private struct Report {
    let isJSON: Bool
    private var findings: [JSON] = []

    init(isJSON: Bool) {
        self.isJSON = isJSON
    }

    var errors: Int { count("error") }
    private var warnings: Int { count("warning") }

    private func count(_ level: String) -> Int {
        findings.count { $0["level"]?.string == level }
    }

    mutating func add(_ found: [Finding]) throws {
        try add(found.map { try JSON($0.jsonBytes) })
    }

    mutating func add(_ found: [JSON]) throws {
        findings += found
        guard !isJSON else { return }
        for finding in found {
            let level = finding.text("level").padding(toLength: 9, withPad: " ", startingAt: 0)
            let part = finding.text("part").padding(toLength: 10, withPad: " ", startingAt: 0)
            try write(line: (level + part + finding.text("text")).harmless)
            guard let advice = finding["advice"]?.string else { continue }
            try write(line: String(repeating: " ", count: 19) + advice.harmless)
        }
    }

    /// Prints what they add up to.
    func finish() throws {
        guard isJSON else {
            return try write(
                line: "\n" + counted(errors, "error") + ", " + counted(warnings, "warning"))
        }
        let data = RequestMembers([
            ("findings", findings), ("errors", errors), ("warnings", warnings),
        ])
        try write(line: data.jsonText)
    }

    private func counted(_ count: Int, _ word: String) -> String {
        "\(count) \(word)\(count == 1 ? "" : "s")"
    }
}
