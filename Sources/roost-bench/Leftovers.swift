import Foundation
import Glibc
import Synchronization

/// Processes and files to clean up even when the benchmark is interrupted.
enum Leftovers {
    private static let children = Mutex<Set<pid_t>>([])

    /// Starts a child that no interruption can miss.
    static func start(_ spawn: () throws -> pid_t) throws -> pid_t {
        try children.withLock { children in
            let process = try spawn()
            children.insert(process)
            return process
        }
    }

    static func remove(_ process: pid_t) { children.withLock { _ = $0.remove(process) } }

    /// Kills all children, removes `folder`, and ends the benchmark; no child can be started
    /// meanwhile.
    static func abandon(removing folder: URL, status: Int32) -> Never {
        children.withLock { children in
            for process in children {
                kill(process, SIGKILL)
                waitpid(process, nil, 0)
            }
            // It is a temporary folder: what cannot be removed does no harm.
            try? FileManager.default.removeItem(at: folder)
            _exit(status)
        }
    }
}
