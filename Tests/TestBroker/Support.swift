import Glibc
import LoopbackSockets
import Synchronization

/// A requirement of the test failed.
public struct TestFailure: Error, CustomStringConvertible {
    public var description: String
    public init(_ description: String) { self.description = description }
}

/// Repeats a check until `condition` holds.
///
/// - Returns: Whether it did, within ten seconds.
public func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < deadline {
        if try condition() { return true }
        usleep(2_000)
    }
    return false
}

/// Repeats a query until there is an answer, without blocking a thread.
///
/// On a busy machine, the awaited work runs as rarely as the query: the limit is up to three times
/// as long until there were a hundred queries.
///
/// - Throws: `TestFailure` that names `what` was awaited, after the limit.
public func eventually<Answer>(
    _ what: @autoclosure () -> String, within limit: Duration = .seconds(30),
    _ answer: () async throws -> Answer?
) async throws -> Answer {
    let deadline = ContinuousClock.now + limit
    var asked = 0
    while ContinuousClock.now < deadline
        || asked < 100 && ContinuousClock.now < deadline + limit * 2
    {
        if let answer = try await answer() { return answer }
        asked += 1
        try await Task.sleep(for: .milliseconds(5))
    }
    guard let answer = try await answer() else { throw TestFailure("waited in vain for \(what())") }
    return answer
}

/// Creates a directory for only this test.
public func temporaryDirectory() throws -> String {
    var template = Array("/tmp/roost-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TestFailure("no temporary directory") }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Finds a port that nothing listens on and that this process has not returned yet.
public func freePort() throws -> Int {
    try LoopbackSocket.freePort { port in givenAway.withLock { $0.insert(port).inserted } }
}

private let givenAway = Mutex<Set<Int>>([])

/// Runs a program found in the path, discarding its output, and waits for it.
public func run(_ arguments: String...) throws {
    let id = try spawn(arguments, output: "/dev/null")
    var status: Int32 = 0
    waitpid(id, &status, 0)
    guard status == 0 else { throw TestFailure("\(arguments) ended with status \(status)") }
}

/// Writes `text` to a new or emptied file.
public func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw TestFailure("cannot write \(path)") }
    defer { fclose(file) }
    fputs(text, file)
}

/// Reads a whole file as text.
public func read(_ path: String) throws -> String {
    guard let file = fopen(path, "r") else { throw TestFailure("cannot read \(path)") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
        bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// Starts a program with unblocked signals, since Swift's threads may block some.
///
/// - Parameters:
///   - input: The file that it reads.
///   - output: The file for its output and errors.
public func spawn(
    _ arguments: [String], input: String = "/dev/null", output: String
) throws -> Int32 {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
        &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    defer { words.forEach { free($0) } }
    var id: pid_t = 0
    let error = posix_spawnp(&id, arguments[0], &actions, &attributes, words + [nil], environ)
    guard error == 0 else {
        throw TestFailure("\(arguments[0]): \(String(cString: strerror(error)))")
    }
    return id
}

func userName() throws -> String {
    guard let entry = getpwuid(getuid()) else { throw TestFailure("this user has no name") }
    return String(cString: entry.pointee.pw_name)
}
