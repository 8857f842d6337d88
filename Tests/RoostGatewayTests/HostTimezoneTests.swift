import Foundation
import Testing

@testable import RoostGateway

@Suite("The time zone of this machine")
struct HostTimezoneTests {
    @Test(
        "The variable goes before the system's link, if it names a zone",
        arguments: [
            ("Asia/Tokyo", "Asia/Tokyo"), (":Asia/Tokyo", "Asia/Tokyo"),
            (":/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"), ("Etc/UTC", "UTC"), ("GMT", "UTC"),
            ("CET-1CEST", "Europe/Vienna"), ("nowhere", "Europe/Vienna"), ("", "Europe/Vienna"),
            (nil, "Europe/Vienna"),
        ] as [(String?, String)])
    func variable(text: String?, name: String) throws {
        try withFolder { folder in
            let link = folder.appending(path: "localtime").path
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: "../usr/share/zoneinfo/Europe/Vienna")
            #expect(HostTimezone.name(variable: text, link: link) == name)
        }
    }

    @Test("Where the zone's file is no link, its name may stand in another")
    func named() throws {
        try withFolder { folder in
            let file = folder.appending(path: "timezone")
            try "Europe/Vienna\n".write(to: file, atomically: false, encoding: .utf8)
            let link = folder.appending(path: "localtime").path
            #expect(
                HostTimezone.name(variable: nil, link: link, file: file.path) == "Europe/Vienna")
        }
    }

    @Test("Where nothing tells, it is UTC")
    func nothing() {
        let name = HostTimezone.name(
            variable: nil, link: "/nowhere/localtime", file: "/nowhere/timezone")
        #expect(name == "UTC")
    }
}
