import Foundation
import RoostFormats
import Synchronization
import TestBroker

/// A real browser without a window, driven over the pipe of its developer tools.
final class Browser: Sendable {
    /// The program, Chromium or one of its kin.
    static let program = ProcessInfo.processInfo.environment["ROOST_TEST_BROWSER"]

    private struct State {
        var asked = 0
        /// What came of the next message so far: a zero byte ends each.
        var rest: [UInt8] = []
        var answers: [Int64: JSON] = [:]
        var events: [JSON] = []
    }

    private let process: RoostProcess
    private let commands: FileHandle
    private let messages: FileHandle
    private let state = Mutex(State())

    /// Starts it with a new profile in `directory`, and ends it however the test ends.
    static func with(in directory: String, _ body: (Browser) async throws -> Void) async throws {
        guard let program else { throw TestFailure("ROOST_TEST_BROWSER names no browser") }
        let (commands, messages) = ("\(directory)/commands", "\(directory)/messages")
        try run("mkfifo", commands, messages)
        // The tools' pipe is file 3 to the browser, and file 4 from it.
        // What it leaves in the system's folder for temporary files ends with the test's.
        let start = #"TMPDIR='\#(directory)' exec "$0" "$@" 3<'\#(commands)' 4>'\#(messages)'"#
        let browser = try Browser(
            RoostProcess(
                [
                    "-c", start, program, "--headless", "--no-sandbox", "--disable-gpu",
                    "--disable-dev-shm-usage", "--log-level=3", "--lang=en",
                    "--remote-debugging-pipe",
                    "--user-data-dir=\(directory)/profile",
                ], by: .other("/bin/sh"), log: "\(directory)/browser.log"),
            commands: commands, messages: messages)
        try browser.process.start()
        defer { browser.process.kill() }
        do {
            try await body(browser)
        } catch let error as TestFailure {
            throw TestFailure("\(error)\n\(browser.process.log.suffix(2000))")
        }
        // All its helpers end with it.
        _ = try await browser.ask("Browser.close")
        _ = try await browser.process.end()
    }

    private init(_ process: RoostProcess, commands: String, messages: String) throws {
        func open(_ path: String) throws -> FileHandle {
            // Opened for both, a pipe waits for nobody.
            let file = Foundation.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            guard file >= 0 else { throw TestFailure("cannot open \(path)") }
            return FileHandle(fileDescriptor: file, closeOnDealloc: true)
        }
        self.process = process
        self.commands = try open(commands)
        self.messages = try open(messages)
    }

    /// Opens a page in a tab of its own.
    func open(_ address: String) async throws -> Page {
        let target = try await ask("Target.createTarget", ["url": "about:blank"])["targetId"]
        let session = try await ask(
            "Target.attachToTarget", ["targetId": target ?? .null, "flatten": true])["sessionId"]
        let page = Page(browser: self, session: session?.string ?? "")
        for domain in ["Page", "Runtime", "Log"] { try await page.ask("\(domain).enable") }
        try await page.ask("Page.navigate", ["url": JSON(address)])
        return page
    }

    /// Gives the browser a command, and waits for its result.
    @discardableResult
    fileprivate func ask(
        _ method: String, _ parameters: JSON = [:], in session: String? = nil
    ) async throws -> JSON {
        let number = state.withLock { state in
            state.asked += 1
            return state.asked
        }
        var command: JSON = [
            "id": .init(integerLiteral: number), "method": JSON(method), "params": parameters,
        ]
        if let session { command = command.with("sessionId", JSON(session)) }
        try commands.write(contentsOf: command.jsonBytes + [0])
        let answer = try await eventually("the browser's answer to \(method)") {
            try state.withLock { state in
                try receive(into: &state)
                return state.answers.removeValue(forKey: Int64(number))
            }
        }
        guard let result = answer["result"] else { throw TestFailure("\(method): \(answer.text)") }
        return result
    }

    /// What a page reported meanwhile.
    fileprivate func events(in session: String) throws -> [JSON] {
        try state.withLock { state in
            try receive(into: &state)
            return state.events.filter { $0["sessionId"]?.string == session }
        }
    }

    private func receive(into state: inout State) throws {
        var chunk = [UInt8](repeating: 0, count: 65536)
        while case let count = Foundation.read(messages.fileDescriptor, &chunk, chunk.count),
            count > 0
        {
            state.rest += chunk[..<count]
        }
        while let end = state.rest.firstIndex(of: 0) {
            let message = try JSON(Array(state.rest[..<end]))
            state.rest.removeFirst(end + 1)
            if let number = message["id"]?.number?.integer {
                state.answers[number] = message
            } else {
                state.events.append(message)
            }
        }
    }
}

/// A page in a tab, for somebody at the keyboard and the mouse.
struct Page: Sendable {
    fileprivate let browser: Browser
    fileprivate let session: String

    @discardableResult
    fileprivate func ask(_ method: String, _ parameters: JSON = [:]) async throws -> JSON {
        try await browser.ask(method, parameters, in: session)
    }

    // MARK: Seeing

    /// What a JavaScript expression is on the page; `null` for anything that JSON has not.
    func value(_ expression: String) async throws -> JSON {
        let answer = try await ask(
            "Runtime.evaluate",
            ["expression": JSON(expression), "returnByValue": true, "awaitPromise": true])
        if let failure = answer["exceptionDetails"] {
            throw TestFailure("\(expression): \(failure.text)")
        }
        return answer["result"]?["value"] ?? .null
    }

    /// The text that can be seen of the first element that a selector finds, without the marks that
    /// keep names apart; empty where there is none.
    func text(_ selector: String) async throws -> String {
        // What is hidden has an inner text, too.
        let text = try await value(
            """
            [document.querySelector(`\(selector)`)].filter(e => e?.checkVisibility())
              .map(e => e.innerText).join('')
            """)
        return (text.string ?? "").filter { !"\u{2068}\u{2069}".contains($0) }
            .replacing("\u{a0}", with: " ")
    }

    /// Waits until an element shows these words.
    func wait(for words: String, in selector: String = "body") async throws {
        try await wait("\(words) in \(selector)", in: selector) { $0.contains(words) }
    }

    /// Waits until an element shows nothing of these words.
    func waitForEnd(of words: String, in selector: String = "body") async throws {
        try await wait("the end of \(words) in \(selector)", in: selector) { !$0.contains(words) }
    }

    private func wait(
        _ what: String, in selector: String, until isRight: (String) -> Bool
    ) async throws {
        var shown = ""
        try await eventually("\(what), which shows: \(shown)") {
            shown = try await text(selector)
            return isRight(shown) ? () : nil
        }
    }

    /// Waits until a JavaScript expression holds; on a page that is not loaded yet it may fail.
    func wait(until expression: String) async throws {
        try await eventually(expression) {
            try await value("(() => { try { return \(expression); } catch {} })() ? true : false")
                == true ? () : nil
        }
    }

    /// - Throws: `TestFailure` with the errors of the page's scripts, and what its policy of contents
    ///   forbade, if there is any.
    func requireNoComplaints() throws {
        let complaints = try browser.events(in: session).compactMap { event -> String? in
            switch event["method"]?.string {
            case "Runtime.exceptionThrown": event["params"]?["exceptionDetails"]?.text
            case "Runtime.consoleAPICalled" where event["params"]?["type"] == "error":
                event["params"]?["args"]?.text
            case "Log.entryAdded": Self.complaint(entry: event["params"]?["entry"])
            default: nil
            }
        }
        guard complaints.isEmpty else { throw TestFailure(complaints.joined(separator: "\n")) }
    }

    private static func complaint(entry: JSON?) -> String? {
        // Each version of a browser gives other hints; a gateway that is away, or refuses, is no
        // error of the page.
        guard entry?["level"] == "error", entry?["source"] != "network" else { return nil }
        return entry?.text
    }

    // MARK: Doing

    /// Clicks the middle of an element.
    func click(_ selector: String) async throws {
        try await wait(until: "document.querySelector(`\(selector)`)?.checkVisibility()")
        let middle = try await value(
            """
            (() => {
              const element = document.querySelector(`\(selector)`);
              element.scrollIntoView({ block: 'center', behavior: 'instant' });
              const box = element.getBoundingClientRect();
              return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
            })()
            """)
        for kind in ["mousePressed", "mouseReleased"] {
            try await ask(
                "Input.dispatchMouseEvent",
                middle.with("type", JSON(kind)).with("button", "left").with("clickCount", 1))
        }
    }

    /// Types into what has the keyboard.
    func type(_ text: String) async throws {
        try await ask("Input.insertText", ["text": JSON(text)])
    }

    func type(_ text: String, into selector: String) async throws {
        try await click(selector)
        try await type(text)
    }

    /// Presses the Enter key.
    func enter() async throws {
        for kind in ["keyDown", "keyUp"] {
            try await ask(
                "Input.dispatchKeyEvent",
                [
                    "type": JSON(kind), "key": "Enter", "code": "Enter", "text": "\r",
                    "windowsVirtualKeyCode": 13,
                ])
        }
    }

    /// Gives the page the width of a phone or of a window, in CSS pixels.
    func resize(toWidth width: Int) async throws {
        try await ask(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .init(integerLiteral: width), "height": 800, "deviceScaleFactor": 1,
                "mobile": false,
            ])
    }
}
