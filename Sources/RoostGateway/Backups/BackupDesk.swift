import Foundation
import MQTT
import Synchronization

/// Where the loop has a backup made, and finds it when it is done.
final class BackupDesk: Sendable {
    typealias Outcome = Result<Backup, any Error>

    private let outcome = Mutex<Outcome?>(nil)
    private let waker: MQTTWaker

    init(waker: MQTTWaker) {
        self.waker = waker
    }

    /// Begins a backup on another thread, since it may take long.
    func begin(_ backups: Backups) {
        DispatchQueue.global(qos: .utility).async { [self] in
            let result = Outcome { try backups.make() }
            outcome.withLock { $0 = result }
            waker.wake()
        }
    }

    /// The backup that was made since the last call, or why it was not.
    func take() -> Outcome? {
        outcome.withLock { outcome in
            defer { outcome = nil }
            return outcome
        }
    }
}
