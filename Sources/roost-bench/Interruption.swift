import Foundation
import Glibc

/// Ends what was started when somebody interrupts the benchmark.
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
