import Foundation
import Testing

@testable import RoostGateway

@Suite("The files of the embedded broker")
struct BrokerFilesTests {
    @Test("Why it ended is the last error since its start, without warnings")
    func lastError() throws {
        try withFolder { folder in
            let files = BrokerFiles(directory: folder.appending(path: "broker"), port: 1883)
            try files.write()
            let start = Date(timeIntervalSince1970: 1_790_000_000.5)
            #expect(files.lastError(since: start) == nil)
            func write(_ lines: String..., to file: URL) throws {
                try Data(lines.joined(separator: "\n").utf8).write(to: file)
            }
            try write("1789999990: Error: No such user.", to: files.log)
            #expect(files.lastError(since: start) == nil)
            try write("mosquitto: cannot load a library", to: files.errors)
            #expect(files.lastError(since: start) == "mosquitto: cannot load a library")
            try write("1790000000: Warning: Not as root.", to: files.errors)
            try write(
                "1789999990: Error: No such user.", "1790000000: Error: Address already in use",
                "1790000001: Warning: Slow.", to: files.log)
            #expect(files.lastError(since: start) == "Address already in use")
            try FileManager.default.removeItem(at: files.log)
            try write("Error: Unknown configuration variable \"x\".", to: files.errors)
            #expect(files.lastError(since: start) == "Unknown configuration variable \"x\".")
        }
    }
}
