import FoundationEssentials

/// The monitors that this program left in the kernel, since they outlive it if it is killed, and
/// there can be no more than 32.
struct MonitorMemory {
    private let file: URL
    private var written: [UInt16: UInt16]?

    init(path: String) {
        file = URL(filePath: path)
    }

    /// The handles by adapter; none after a reboot, when the kernel's handles belong to other
    /// programs.
    func read() -> [UInt16: UInt16] {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [:] }
        let lines = text.split(separator: "\n")
        guard let boot = lines.first, boot == Self.boot else { return [:] }
        var monitors: [UInt16: UInt16] = [:]
        for line in lines.dropFirst() {
            let numbers = line.split(separator: " ").compactMap { UInt16($0) }
            if numbers.count == 2 { monitors[numbers[0]] = numbers[1] }
        }
        return monitors
    }

    /// A failed write costs at most one of the kernel's 32 places.
    mutating func write(_ monitors: [UInt16: UInt16]) {
        guard monitors != written else { return }
        written = monitors
        let lines = [Self.boot] + monitors.sorted { $0.key < $1.key }.map { "\($0) \($1)" }
        try? Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file, options: .atomic)
    }

    /// Identifies this boot of the kernel.
    private static let boot: String = {
        let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        return text.map { String($0.prefix { !$0.isNewline }) } ?? "unknown"
    }()
}
