import NIOCore
import Synchronization

/// The connections of browsers, so that what holds up the shutdown can be cut.
///
/// Cancelling the server would cut them too, but ends the whole process if a connection was just
/// accepted and nobody serves it yet (apple/swift-nio#2637).
final class OpenConnections: Sendable {
    private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

    /// Closes all of them.
    func cut() {
        let open = channels.withLock { Array($0.values) }
        for channel in open { channel.close(promise: nil) }
    }

    /// Notes one connection for as long as it is open; each needs its own.
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
