import Foundation
import RoostCore
import RoostFormats
import TestBroker
import Testing

@Suite("roost-bench accuracy rooms")
struct RoomsCommandTests {
    /// A made-up home: two rooms with a node each, and somebody who goes from one to the other.
    private struct Folder {
        let path: String

        init() throws {
            path = try temporaryDirectory()
            try write(
                """
                users: [{ user: anna, name: Anna, beacons: ["mac:a4c138000001"] }]
                places:
                  - { place: home, name: Home, kind: home, lat: 52.5, lon: 13.4, shared: true,
                      rooms: [{ room: hall, name: Hall }, { room: kitchen, name: Kitchen }] }
                nodes:
                  - { node: n1, place: home, room: hall, position: [0, 0, 1] }
                  - { node: n2, place: home, room: kitchen, position: [8, 0, 1] }
                """, to: "\(path)/household.yaml")
        }

        private static let start = Timestamp(milliseconds: 1_780_000_000_000)

        private func line(_ topic: String, _ payload: String, at second: Double) -> String {
            let message = RecordedMessage(
                time: Self.start.advanced(bySeconds: second), topic: topic,
                payload: Array(payload.utf8), isRetained: false)
            return String(decoding: message.line, as: UTF8.self) + "\n"
        }

        /// Twice a second both nodes hear the tag; from half-time on it is in the kitchen.
        func record(_ name: String, from first: Double, marked: Bool = false) throws {
            var text = ""
            for node in ["n1", "n2"] {
                text += line("roost/node/\(node)/status", "online", at: first)
            }
            for step in 0..<240 {
                let second = first + 1 + Double(step) / 2
                let isInKitchen = step >= 120
                if marked, step % 120 == 0 {
                    let room = isInKitchen ? "kitchen" : "hall"
                    text += line(
                        "roost/user/anna/request/calibration/mark", #"{"room":"\#(room)"}"#,
                        at: second)
                }
                // A little noise, as measurements need.
                let noise = Double(step % 5)
                for (node, isNear) in [("n1", !isInKitchen), ("n2", isInKitchen)] {
                    let rssi = (isNear ? -55 : -80) - noise
                    text += line(
                        "roost/node/\(node)/sightings",
                        #"{"sightings":[{"beacon":"mac:a4c138000001","rssi":\#(rssi)}]}"#,
                        at: second)
                }
            }
            try write(text, to: "\(path)/\(name).ndjson")
        }

        func tell(_ name: String, from first: Double) throws {
            let lines = (0..<120).map { second in
                let time = Self.start.advanced(bySeconds: first + 1 + Double(second))
                let seconds = Double(time.milliseconds) / 1000
                return "\(seconds),\(second < 60 ? "hall,0,0" : "kitchen,8,0")\n"
            }
            try write("time,room,x,y\n" + lines.joined(), to: "\(path)/\(name).truth.csv")
        }
    }

    private func bench(_ arguments: String...) throws -> (status: Int32, output: String) {
        let directory = try temporaryDirectory()
        defer { try? run("rm", "-rf", directory) }  // What stays is in the system's /tmp.
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let program = tests.deletingLastPathComponent().appending(path: "roost-bench").path
        let output = "\(directory)/output"
        let id = try spawn([program, "accuracy", "rooms"] + arguments, output: output)
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        return (status, try read(output))
    }

    /// The cells of a rule's line.
    private func cells(_ rule: String, _ output: String) throws -> [String] {
        let line = try #require(
            output.split(separator: "\n").first { $0.hasPrefix("| \(rule) |") }, "\(output)")
        return line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test("A folder with a calibration and a compressed walk gives a line for each rule")
    func scores() throws {
        let folder = try Folder()
        defer { try? run("rm", "-rf", folder.path) }
        try folder.record("calibration", from: 0, marked: true)
        try folder.tell("calibration", from: 0)
        try folder.record("walk", from: 3600)
        try folder.tell("walk", from: 3600)
        try run("gzip", "\(folder.path)/walk.ndjson")
        let (status, output) = try bench(folder.path)
        #expect(status == 0, "\(output)")
        #expect(
            try cells("the strongest node now", output)
                == ["the strongest node now", "1.000", "1.000", "1", "0.0 s", "0.00 m", "0.00 m"])
        for rule in [
            "the strongest mean of 5 s", "ESPresense's rule", "Bermuda's rule",
            "5 nearest neighbours on what was measured", "Roost, told only household.yaml",
            "Roost, calibrated by walking",
        ] {
            let cells = try cells(rule, output)
            #expect(cells.count == 7, "\(output)")
            #expect(try #require(Double("0" + cells[1])) > 0.8, "\(output)")
        }
    }

    @Test("Missing or invalid files are reported, and the other folders are scored")
    func complains() throws {
        let (good, bad) = (try Folder(), try Folder())
        defer { for folder in [good, bad] { try? run("rm", "-rf", folder.path) } }
        try good.record("walk", from: 0)
        try good.tell("walk", from: 0)
        func complaint(_ expected: String, line: Int = #line) throws {
            let (status, output) = try bench(bad.path, good.path)
            #expect(status == 256 && output.contains(expected), "\(line): \(output)")
            #expect(output.contains("| Roost, told only household.yaml |"), "\(line): \(output)")
        }
        try complaint("\(bad.path) has no walk")
        try bad.record("walk", from: 0)
        try complaint("the walk walk has no walk.truth.csv")
        try bad.tell("walk", from: 9000)
        try complaint("walk.ndjson and walk.truth.csv tell of different times")
        try bad.tell("walk", from: 0)
        try bad.record("calibration", from: 60)
        try complaint("calibration.ndjson marks no room")
        try bad.record("calibration", from: 60, marked: true)
        try complaint("walk.ndjson begins before \(bad.path)/calibration.ndjson ends")
        try run("rm", "\(bad.path)/calibration.ndjson")
        try write("nonsense\n", to: "\(bad.path)/walk.ndjson")
        try complaint("walk.ndjson:1: it is no JSON")
        try run("rm", "\(bad.path)/walk.ndjson")
        try write("nonsense\n", to: "\(bad.path)/walk.ndjson.gz")
        try complaint("walk.ndjson.gz cannot be unpacked")
        try write("users: [{ user: anna, shoes: 2 }]", to: "\(bad.path)/household.yaml")
        try complaint("household.yaml: there is no member users[0].shoes")
        try run("rm", "\(bad.path)/household.yaml")
        try complaint("\(bad.path) has no household.yaml")
    }
}
