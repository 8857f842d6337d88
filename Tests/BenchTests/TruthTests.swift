import RoostCore
import Testing

@testable import roost_bench

@Suite("The true path of a walk")
struct TruthTests {
    private func truth(_ text: String) throws -> Truth {
        try Truth(
            CSVTable(text, name: "walk.truth.csv", required: ["time"]), rooms: ["hall", "kitchen"])
    }

    @Test("Rooms and positions are read, even with Windows line endings")
    func reads() throws {
        let truth = try truth("time,room,x,y\r\n1.5,hall,2,3.25\r\n2.5,kitchen,4,5\r\n")
        #expect(
            truth.moments == [
                .init(
                    time: at(1.5),
                    whereabouts: Whereabouts(
                        room: "hall", position: Position(x: 2, y: 3.25))),
                .init(
                    time: at(2.5),
                    whereabouts: Whereabouts(
                        room: "kitchen", position: Position(x: 4, y: 5))),
            ])
        #expect(truth.whereabouts(at: at(1)) == nil)
        #expect(truth.whereabouts(at: at(2))?.room == "hall")
        #expect(truth.whereabouts(at: at(2.5))?.room == "kitchen")
    }

    @Test(
        "A fault is reported with its file and line",
        arguments: [
            ("", "walk.truth.csv has no column time: its first line must name at least time"),
            ("time\n1", "walk.truth.csv has neither a column room nor columns x,y"),
            ("time,room\n", "walk.truth.csv tells of no moment"),
            (
                "time,room\n1,hall\n2,atic",
                "walk.truth.csv:3: room must be one of household.yaml (hall, kitchen), not \"atic\""
            ),
            ("time,room\n1", "walk.truth.csv:2: 2 values are expected, there are 1"),
            ("time,room\nnow,hall", "walk.truth.csv:2: time must be a number, not \"now\""),
            ("time,x,y\n1,2,nan", "walk.truth.csv:2: y must be a number, not \"nan\""),
            ("time,room\n-1,hall", "walk.truth.csv:2: time must be in seconds since 1970"),
            ("time,room\n2,hall\n\n1,hall", "walk.truth.csv:4: time goes back"),
        ])
    func refuses(text: String, complaint: String) {
        #expect { try truth(text) } throws: { ($0 as? Problem)?.description == complaint }
    }
}
