import Foundation
import Glibc
import Synchronization

/// What must be ended and removed even when the benchmark is interrupted.
enum Leftovers {
    private static let children = Mutex<Set<pid_t>>([])

    /// Starts a child, which no interruption can miss.
    static func start(_ spawn: () throws -> pid_t) throws -> pid_t {
        try children.withLock { children in
            let process = try spawn()
            children.insert(process)
            return process
        }
    }

    static func remove(_ process: pid_t) { children.withLock { _ = $0.remove(process) } }

    /// Ends all children at once, removes `folder`, and ends the benchmark; none can be started
    /// meanwhile.
    static func abandon(removing folder: URL, status: Int32) -> Never {
        children.withLock { children in
            for process in children {
                kill(process, SIGKILL)
                waitpid(process, nil, 0)
            }
            // It is a temporary folder: what cannot be removed harms nobody.
            try? FileManager.default.removeItem(at: folder)
            _exit(status)
        }
    }
}
