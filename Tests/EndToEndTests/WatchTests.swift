import Foundation
import RoostFormats
import TestBroker
import Testing

@Suite("roost watch")
struct WatchTests {
    @Test("Where its output is no terminal it prints a line for each change of meaning")
    func lines() async throws {
        try await Home.with { home in
            let watch = home.watch(to: "\(home.broker.directory)/watch.log")
            try watch.start()
            defer { watch.kill() }
            try await watch.waitFor("the gateway is online", "Alice: unknown", "Bob: unknown")
            home.phone("alice").at(.home)
            try await watch.waitFor("Alice: Home")
            try await home.giveAliceKeys()
            home.node("kitchen-1").hears()
            try await watch.waitFor("Keys: Kitchen, Home, with its owner")
            try await home.leave(hearingKeys: true)
            try await watch.waitFor(
                "Alice: travelling", "Keys: Kitchen, Home, not with its owner",
                "Alice: Keys left behind – You left Home; Keys stayed in Kitchen, Home.")
            try await home.save("alice", "item/delete", ["item": "keys"])
            try await watch.waitFor("Keys: no longer shown")

            // A time before each, and nothing is told twice.
            #expect(try await watch.stop(by: SIGINT) == 0)
            let shown = watch.log.split(separator: "\n")
            #expect(shown.allSatisfy { $0.contains(/^\d\d:\d\d:\d\d  \S/) }, "\(shown)")
            #expect(shown.count(where: { $0.hasSuffix("Alice: Home") }) == 1, "\(shown)")
        }
    }

    @Test("--once shows how things stand, and --user nothing but what that user may see")
    func once() async throws {
        try await Home.with { home in
            home.phone("alice").at(.home)
            try await home.giveAliceKeys()
            home.node("kitchen-1").hears()
            try await home.waitForItem("keys", "with_owner", "yes")
            try await home.save("bob", "share/save", ["viewer": "alice", "level": "place"])
            try await home.client.wait(for: "roost/user/alice/friends/bob")

            func look(_ words: String...) async throws -> String {
                let result = try await RoostProcess.result(
                    of: ["watch", "--once", "--broker", home.broker.url] + words)
                #expect(result.status == 0, "\(result.output)")
                return result.output
            }
            let all = try await look()
            #expect(all.contains(/Alice +Home +home/), "\(all)")
            #expect(all.contains(/Keys +Alice +Kitchen, Home +yes/), "\(all)")
            #expect(all.contains("none since this began"), "\(all)")
            let alices = try await look("--user", "alice")
            #expect(alices.contains("Keys") && alices.contains(/Bob +– +unknown/), "\(alices)")
            let bobs = try await look("--user", "bob")
            #expect(!bobs.contains("Keys") && !bobs.contains("Alice"), "\(bobs)")

            let json = try await look("--json", "--user", "alice")
            let told = try json.split(separator: "\n").map { try JSON(Array($0.utf8)) }
            let keys = told.first { $0["topic"] == "roost/user/alice/item/keys" }
            #expect(keys?["payload"]?["room"] == "kitchen", "\(json)")
            let nobody = try await RoostProcess.result(
                of: "watch", "--once", "--broker", home.broker.url, "--user", "carol")
            #expect(nobody.status != 0)
            #expect(nobody.output.contains("nothing of carol can be read"), "\(nobody.output)")
        }
    }

    @Test("On a terminal a table is redrawn, which fits it also when its size changes")
    func table() async throws {
        try await Home.with { home in
            let terminal = try PseudoTerminal(width: 100, height: 24)
            let watch = home.watch(to: terminal.path)
            try watch.start()
            defer { watch.kill() }
            home.phone("alice").at(.home)
            try await terminal.waitFor { $0.contains { $0.contains(/Alice +Home +home/) } }
            try await home.giveAliceKeys()
            home.node("kitchen-1").hears()
            try await terminal.waitFor { $0.contains { $0.contains(/Keys +Alice +Kitchen, Home/) } }
            home.broker.stop()
            try await terminal.waitFor { $0.first?.contains("not connected") == true }
            #expect(terminal.shown.contains { $0.contains(/Alice +Home/) })
            try home.broker.start()
            try await terminal.waitFor { $0.first?.contains(/[0-9] connected,/) == true }
            // What matters least gives way first.
            #expect(terminal.shown.contains { $0.contains("PROXIMITY") })
            try terminal.resize(width: 50, height: 12)
            try await terminal.waitFor { !$0.contains { $0.contains("PROXIMITY") } }
            let narrow = terminal.shown
            #expect(narrow.count <= 12 && narrow.allSatisfy { $0.count < 50 }, "\(narrow)")
            for row in [/Alice +Home/, /Keys +Alice/] {
                #expect(narrow.contains { $0.contains(row) }, "\(narrow)")
            }

            // A pane that was squeezed, with an alert that would fill it.
            try terminal.resize(width: 50, height: 2)
            try await home.leave(hearingKeys: true)
            try await home.client.wait(for: "roost/user/alice/alert") {
                $0["kind"] == "left_behind"
            }
            try terminal.resize(width: 50, height: 12)
            try await terminal.waitFor { $0.contains { $0.contains("Keys left behind") } }

            // The terminal is given back as it was, with the last picture.
            #expect(try await watch.stop(by: SIGINT) == 0)
            try await terminal.waitFor { $0.contains { $0.contains(/Alice +on the way/) } }
            #expect(terminal.isGivenBack)
        }
    }
}

extension Home {
    fileprivate func watch(to output: String) -> RoostProcess {
        RoostProcess(["watch", "--broker", broker.url], log: output)
    }
}

extension RoostProcess {
    /// Waits until each of these lines was printed, after its time.
    fileprivate func waitFor(_ lines: String...) async throws {
        try await eventually("\(lines) in:\n\(log)") {
            let shown = log.split(separator: "\n").map { $0.dropFirst(10) }
            return lines.allSatisfy { shown.contains($0[...]) } ? () : nil
        }
    }
}

/// A terminal without a window.
private final class PseudoTerminal {
    let path: String
    private let file: FileHandle
    /// Held open, lest the terminal hang up when its program ends.
    private let line: FileHandle
    private var written: [UInt8] = []
    private var text: String { String(decoding: written, as: UTF8.self) }

    init(width: UInt16, height: UInt16) throws {
        var (file, line): (Int32, Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 64)
        guard openpty(&file, &line, &name, nil, nil) == 0 else {
            throw TestFailure("no pseudo-terminal")
        }
        for end in [file, line] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(file, F_SETFL, O_NONBLOCK)
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        self.file = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        self.line = FileHandle(fileDescriptor: line, closeOnDealloc: true)
        try resize(width: width, height: height)
    }

    func resize(width: UInt16, height: UInt16) throws {
        var size = winsize(ws_row: height, ws_col: width, ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(file.fileDescriptor, UInt(TIOCSWINSZ), &size) == 0 else {
            throw TestFailure("the terminal keeps its size")
        }
    }

    /// The lines of the last whole picture, without colours.
    private(set) var shown: [String] = []

    /// Whether its own screen was left again, and the cursor shown.
    var isGivenBack: Bool { text.contains("\u{1b}[?25h\u{1b}[?1049l") }

    func waitFor(_ isRight: ([String]) -> Bool) async throws {
        try await eventually("another picture than:\n\(shown.joined(separator: "\n"))") {
            var chunk = [UInt8](repeating: 0, count: 65536)
            while case let count = read(file.fileDescriptor, &chunk, chunk.count), count > 0 {
                written += chunk[..<count]
            }
            let pictures = text.split(separator: "\u{1b}[H")
            if let last = pictures.last(where: { $0.contains("\u{1b}[J") }) {
                shown = last.replacing(/\u{1b}\[[0-9;?]*[A-Za-z]/, with: "")
                    .split(whereSeparator: \.isNewline).map(String.init)
            }
            return isRight(shown) ? () : nil
        }
    }
}
