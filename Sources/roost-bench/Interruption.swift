import Foundation
import Glibc

/// Ends the started programs when the benchmark is interrupted.
enum Interruption {
    static func prepare(removing folder: URL) {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGHUP)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let waited = signals
        Thread.detachNewThread {
            var signals = waited
            var signal: Int32 = 0
            sigwait(&signals, &signal)
            Leftovers.abandon(removing: folder, status: 128 + signal)
        }
    }
}
