import NIOCore
import Synchronization

/// The connections of browsers, so that those that delay the shutdown can be closed.
///
/// Cancelling the server would close them too, but it ends the whole process if a connection was
/// just accepted and has no handler yet (apple/swift-nio#2637).
final class OpenConnections: Sendable {
    private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

    /// Closes all of them.
    func cut() {
        let open = channels.withLock { Array($0.values) }
        for channel in open { channel.close(promise: nil) }
    }

    /// Records one connection while it is open; each needs its own handler.
    func register() -> some RemovableChannelHandler & Sendable { Register(connections: self) }

    private final class Register: ChannelInboundHandler, RemovableChannelHandler, Sendable {
        typealias InboundIn = NIOAny

        private let connections: OpenConnections

        init(connections: OpenConnections) { self.connections = connections }

        func handlerAdded(context: ChannelHandlerContext) {
            let channel = context.channel
            connections.channels.withLock { $0[ObjectIdentifier(channel)] = channel }
        }

        func handlerRemoved(context: ChannelHandlerContext) {
            let id = ObjectIdentifier(context.channel)
            connections.channels.withLock { $0[id] = nil }
        }
    }
}
