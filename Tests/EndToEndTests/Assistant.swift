import Foundation
import FoundationNetworking
import RoostFormats
import Synchronization
import TestBroker

/// A real Home Assistant at a test's broker, as somebody sets it up who has only just installed it.
final class Assistant: Sendable {
    /// The program, `hass`; its own packages come from the network as it first starts.
    static let program = ProcessInfo.processInfo.environment["ROOST_TEST_HASS"]

    private let process: RoostProcess
    private let site: String
    private let token = Mutex("")

    /// Sets it up at the broker, then starts it with a configuration, parts of which need one, and
    /// stops it however the test ends.
    static func with(
        _ configuration: String, at broker: TestBroker, _ body: (Assistant) async throws -> Void
    ) async throws {
        guard let program else { throw TestFailure("ROOST_TEST_HASS names no Home Assistant") }
        let port = try freePort()
        let directory = "\(broker.directory)/assistant"
        try run("mkdir", directory)
        let own = """
            http: { server_host: 127.0.0.1, server_port: \(port) }
            api:
            onboarding:
            config:

            """
        try write(own, to: "\(directory)/configuration.yaml")
        let process = RoostProcess(
            ["-c", directory], by: .other(program), log: "\(directory)/output")
        let assistant = Assistant(process, port: port)
        try await assistant.launch()
        defer { process.kill() }
        try await assistant.logIn()
        try await assistant.waitUntilRunning()
        try await assistant.connect(to: broker)
        try await assistant.stop()
        try write(own + configuration, to: "\(directory)/configuration.yaml")
        try await assistant.start()
        do {
            try await body(assistant)
        } catch let error as TestFailure {
            throw TestFailure("\(error)\n\(assistant.log.suffix(3000))")
        }
    }

    private init(_ process: RoostProcess, port: Int) {
        self.process = process
        site = "http://127.0.0.1:\(port)"
    }

    var log: String { process.log }

    /// What it complains of in the broker's messages.
    var complaints: [Substring] {
        log.split(separator: "\n").filter {
            $0.contains(/WARNING|ERROR/) && $0.contains(/mqtt|roost|template/)
        }
    }

    // MARK: Running

    /// Starts it again.
    func start() async throws {
        try await launch()
        try await waitUntilRunning()
    }

    private func launch() async throws {
        try process.start()
        // Its packages may have to be fetched first.
        try await eventually("Home Assistant to answer: \(log)", within: .seconds(300)) {
            (try? await ask("GET", "/manifest.json")) == nil ? nil : ()
        }
    }

    private func waitUntilRunning() async throws {
        try await eventually("Home Assistant to run: \(log)", within: .seconds(300)) {
            try await ask("GET", "/api/config")["state"] == "RUNNING" ? () : nil
        }
    }

    func stop() async throws { _ = try await process.stop() }

    /// Makes its first user, and keeps what lets them in.
    private func logIn() async throws {
        let user: JSON = [
            "client_id": JSON("\(site)/"), "name": "Admin", "username": "admin",
            "password": "only a test", "language": "en",
        ]
        let code = try await ask("POST", "/api/onboarding/users", user)["auth_code"]?.string ?? ""
        let form = "grant_type=authorization_code&client_id=\(site)/&code=\(code)"
        let answer = try await send(
            "POST", "/auth/token", Data(form.utf8), as: "application/x-www-form-urlencoded")
        token.withLock { $0 = answer["access_token"]?.string ?? "" }
    }

    private func connect(to broker: TestBroker) async throws {
        let flows = "/api/config/config_entries/flow"
        let flow = try await ask("POST", flows, ["handler": "mqtt"])
        var answers: JSON = [
            "broker": "127.0.0.1", "port": .init(integerLiteral: broker.port),
        ]
        // The form has changed over the years.
        let asked = flow["data_schema"]?.array?.compactMap { $0["name"]?.string } ?? []
        if asked.contains("other_settings") {
            answers = answers.with("protocol", "5").with(
                "other_settings",
                ["set_client_cert": false, "set_ca_cert": "off", "transport": "tcp"])
        }
        let id = flow["flow_id"]?.string ?? ""
        let entry = try await ask("POST", "\(flows)/\(id)", answers)
        guard entry["type"] == "create_entry" else { throw TestFailure(entry.text) }
    }

    // MARK: What it shows

    /// The state of an entity; `nil` if there is no such entity.
    private func entity(_ id: String) async throws -> JSON? {
        try await ask("GET", "/api/states").array?.first { $0["entity_id"]?.string == id }
    }

    /// Waits until an entity has the given state, if any, and attributes.
    func wait(for id: String, _ state: String? = nil, _ attributes: JSON = [:]) async throws {
        var last: JSON?
        do {
            try await eventually("\(id) to be \(state ?? "") \(attributes.text)") {
                last = try await entity(id)
                guard let last, state == nil || last["state"]?.string == state else {
                    return Void?.none
                }
                let wanted = attributes.object?.members ?? []
                return wanted.allSatisfy { last["attributes"]?[$0.name] == $0.value }
                    ? () : Void?.none
            }
        } catch let failure as TestFailure {
            throw TestFailure("\(failure), but: \(last?.text ?? "there is none")")
        }
    }

    /// Shows an entity as if an integration of its own did.
    func set(_ id: String, to state: String) async throws {
        try await ask("POST", "/api/states/\(id)", ["state": .string(state)])
    }

    /// Waits until there is no such entity.
    func waitForNone(_ id: String) async throws {
        try await eventually("\(id) to go") { try await entity(id) == nil ? () : nil }
    }

    // MARK: Its API

    @discardableResult
    private func ask(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
        try await send(method, path, (body?.jsonBytes).map { Data($0) }, as: "application/json")
    }

    private func send(
        _ method: String, _ path: String, _ body: Data?, as type: String
    ) async throws -> JSON {
        guard let url = URL(string: site + path) else { throw TestFailure("no URL: \(path)") }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        if body != nil { request.setValue(type, forHTTPHeaderField: "Content-Type") }
        let token = token.withLock { $0 }
        if !token.isEmpty {
            request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        }
        let (data, response) = try await URLSession.shared.data(for: request)
        guard let status = (response as? HTTPURLResponse)?.statusCode, status < 300 else {
            throw TestFailure("\(method) \(path): \(String(decoding: data, as: UTF8.self))")
        }
        return try JSON(Array(data))
    }
}
