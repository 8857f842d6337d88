import Glibc

/// A program that the benchmark started, and ends whatever happens.
final class Child {
    let process: pid_t
    private let clock: clockid_t
    private var isRunning = true

    /// What a program used in its whole life.
    struct Usage {
        /// Seconds of processor time, both its own and the system's on its behalf.
        var cpu = 0.0
        /// The peak of resident memory, in bytes.
        var memory = 0
    }

    /// - Parameters:
    ///   - output: The file for its standard output.
    ///   - errors: The file for its standard error, if different.
    init(_ arguments: [String], output: String, errors: String? = nil) throws {
        let process = try Leftovers.start {
            try Self.spawn(arguments, output: output, errors: errors)
        }
        self.process = process
        var clock = clockid_t()
        clock_getcpuclockid(process, &clock)
        self.clock = clock
    }

    deinit {
        if isRunning { _ = end() }
    }

    /// Seconds of processor time so far.
    var cpu: Double { processorTime(of: clock) }

    /// Waits until it ends by itself.
    ///
    /// - Returns: Its exit status; if a signal ended it, 128 plus the signal.
    func finish() -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        isRunning = false
        Leftovers.remove(process)
        return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + (status & 0x7f)
    }

    /// Asks it to end, and returns what it used in all.
    func end() -> Usage {
        guard isRunning else { return Usage() }
        isRunning = false
        var memory = peakMemory
        kill(process, SIGTERM)
        var usage = rusage()
        var status: Int32 = 0
        var hasEnded = false
        let deadline = ContinuousClock.now + .seconds(20)
        while !hasEnded, ContinuousClock.now < deadline {
            memory = max(memory, peakMemory)
            hasEnded = wait4(process, &status, WNOHANG, &usage) != 0
            if !hasEnded { usleep(5000) }
        }
        if !hasEnded {
            kill(process, SIGKILL)
            wait4(process, &status, 0, &usage)
        }
        Leftovers.remove(process)
        func seconds(_ time: timeval) -> Double {
            Double(time.tv_sec) + Double(time.tv_usec) / 1e6
        }
        return Usage(cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime), memory: memory)
    }

    /// The peak as the kernel reports it.
    ///
    /// `ru_maxrss` does not fit: a new program inherits the peak of the one that started it.
    private var peakMemory: Int {
        guard let text = contents(of: "/proc/\(process)/status"),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let kibibytes = Int(line.filter(\.isNumber))
        else { return 0 }
        return kibibytes * 1024
    }

    private func contents(of path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    private static func spawn(
        _ arguments: [String], output: String, errors: String?
    ) throws -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // A group of its own: Ctrl-C in the terminal is for the benchmark, which ends its children.
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETPGROUP))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(
            &actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        if let errors {
            posix_spawn_file_actions_addopen(
                &actions, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        } else {
            posix_spawn_file_actions_adddup2(&actions, 1, 2)
        }
        let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        defer { words.forEach { free($0) } }
        var process: pid_t = 0
        let error = posix_spawn(
            &process, arguments[0], &actions, &attributes, words + [nil], environ)
        guard error == 0 else {
            throw Problem("\(arguments[0]) cannot be started: \(String(cString: strerror(error)))")
        }
        return process
    }
}

/// Seconds on a processor-time clock.
func processorTime(of clock: clockid_t) -> Double {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
