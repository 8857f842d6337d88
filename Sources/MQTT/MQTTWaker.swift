import CMosquitto
import Glibc

/// Ends a session's wait from any thread.
public final class MQTTWaker: Sendable {
    let descriptor: Int32

    init() throws(MQTTError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else {
            throw .failed("making an eventfd", reason: String(cString: strerror(errno)))
        }
    }

    deinit {
        close(descriptor)
    }

    /// Makes the present or the next `receive` return at once.
    public func wake() {
        // Can fail only if 2^64 calls wait already, and then one of them wakes.
        eventfd_write(descriptor, 1)
    }

    /// Forgets the calls so far.
    func reset() {
        var calls: eventfd_t = 0
        eventfd_read(descriptor, &calls)
    }
}
