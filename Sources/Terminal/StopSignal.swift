public import Dispatch
public import Glibc
import Synchronization

/// Turns Ctrl-C and the like into a flag that a loop can check, so that it can clean up.
public final class StopSignal: Sendable {
    private let flag = Atomic(false)

    public init() {}

    public var isGiven: Bool { flag.load(ordering: .acquiring) }

    public func give() { flag.store(true, ordering: .releasing) }

    /// Whether the program was started to outlive the terminal, as with `nohup`.
    private var isHangUpIgnored: Bool {
        var action = sigaction()
        sigaction(SIGHUP, nil, &action)
        // `SIG_IGN` is not a function but the number one.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }

    /// Catches the signals for as long as the returned sources live.
    ///
    /// - Parameter then: Ends a wait in the loop.
    public func catchSignals(
        _ signals: [Int32] = [SIGINT, SIGTERM, SIGHUP], then wake: @escaping @Sendable () -> Void
    ) -> [any DispatchSourceSignal] {
        signals.filter { $0 != SIGHUP || !isHangUpIgnored }.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                self.give()
                wake()
            }
            source.resume()
            return source
        }
    }

    /// A closed terminal ends the program in order, as SIGTERM does, for as long as the returned
    /// sources live; that nobody reads its output any more does not end it.
    public static func endInOrder() -> [any DispatchSourceSignal] {
        signal(SIGPIPE, SIG_IGN)
        return StopSignal().catchSignals([SIGHUP]) { kill(getpid(), SIGTERM) }
    }

    /// Lets the signals end the program again.
    public func release(_ sources: [any DispatchSourceSignal]) {
        for source in sources {
            source.cancel()
            signal(Int32(source.handle), SIG_DFL)
        }
    }
}
