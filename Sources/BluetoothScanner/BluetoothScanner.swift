import Glibc

/// Listens for advertisements, whatever happens to the adapters.
///
/// It belongs to one thread, which calls ``receive(timeout:_:)`` in turn and ``stop()`` at the end.
public final class BluetoothScanner {
    /// What prevents the use of any adapter; `nil` if nothing does.
    public private(set) var trouble: String?
    /// Why it does not scan in the way first asked for.
    public private(set) var remark: String?
    private let options: ScannerOptions
    private var scan: (any Scan)?
    /// When each adapter last delivered something, or was restarted.
    private var lastSigns: [UInt16: ContinuousClock.Instant] = [:]
    private var nextAttempt: ContinuousClock.Instant?

    /// How long an adapter may deliver nothing before its scan is restarted.
    static let longestSilence = Duration.seconds(60)

    public init(_ options: ScannerOptions) {
        self.options = options
    }

    /// The adapters in use, by their number: 0 is `hci0`.
    public var adapters: [UInt16: ScanningAdapter] { scan?.adapters ?? [:] }

    /// Passes the packets that came to `handle`.
    ///
    /// Returns as soon as there are any, the state of an adapter changes, or `timeout` has passed.
    public func receive(timeout: Duration, _ handle: (RadioPacket) -> Void) {
        var now = ContinuousClock.now
        let deadline = now + max(timeout, .zero)
        if scan == nil, nextAttempt.map({ $0 <= now }) ?? true { open(at: now) }
        let dues = [deadline, scan?.nextDue, nextAttempt].compactMap { $0 }
        let ready = wait(until: dues.min() ?? deadline, from: now)
        now = ContinuousClock.now
        guard let scan else { return }
        do throws(SystemError) {
            try scan.serve(ready, at: now) { packet in
                lastSigns[packet.adapter] = now
                handle(packet)
            }
            try rearmSilent(scan, at: now)
        } catch {
            close("the kernel's Bluetooth failed: \(error)", at: now)
        }
        if let obstacle = scan.obstacle { change(because: obstacle, at: now) }
    }

    /// Ends the scans, and leaves nothing of this program in the kernel; adapters stay on.
    public func stop() {
        scan?.stop()
        scan = nil
    }

    private func open(at now: ContinuousClock.Instant) {
        nextAttempt = nil
        trouble = nil
        do throws(SystemError) {
            scan =
                options.method == .raw
                ? try RawScan(options, at: now) : try ManagementScan(options)
        } catch  where error.code == EAFNOSUPPORT {
            close("the kernel has no Bluetooth: is its module loaded?", at: now)
        } catch {
            close("the kernel's Bluetooth cannot be opened: \(error)", at: now)
        }
    }

    /// Falls back to raw commands if management does not work and the options allow it.
    private func change(because obstacle: String, at now: ContinuousClock.Instant) {
        guard options.method == .automatic, scan is ManagementScan else { return }
        scan?.stop()
        remark = "the controller is commanded directly, since \(obstacle)"
        do throws(SystemError) {
            scan = try RawScan(options, at: now)
        } catch {
            close("\(obstacle), and the controller cannot be opened: \(error)", at: now)
        }
    }

    private func close(_ reason: String, at now: ContinuousClock.Instant) {
        scan?.stop()
        scan = nil
        trouble = reason
        nextAttempt = now + retryPause
    }

    private func rearmSilent(
        _ scan: any Scan, at now: ContinuousClock.Instant
    ) throws(SystemError) {
        for (index, adapter) in scan.adapters {
            guard adapter.state.isScanning, let last = lastSigns[index] else {
                lastSigns[index] = now
                continue
            }
            if now - last > Self.longestSilence {
                lastSigns[index] = now
                try scan.rearm(index, at: now)
            }
        }
    }

    /// - Returns: The descriptors that are ready.
    private func wait(
        until deadline: ContinuousClock.Instant, from now: ContinuousClock.Instant
    ) -> [Int32] {
        var polled = (scan?.descriptors ?? []).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let left = max(.zero, deadline - now)
        // Rounded up, so that the last millisecond is not spent in a busy loop.
        let milliseconds = min(60_000, (left / .milliseconds(1)).rounded(.up))
        guard poll(&polled, nfds_t(polled.count), Int32(milliseconds)) > 0 else { return [] }
        return polled.filter { $0.revents != 0 }.map(\.fd)
    }
}
