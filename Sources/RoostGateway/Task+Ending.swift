import ServiceLifecycle

extension Task where Success == Never, Failure == Never {
    /// Whether the service that runs in this task is to end.
    static var isEnding: Bool { Self.isShuttingDownGracefully || Self.isCancelled }

    /// Waits, but not once the service is to end.
    static func rest(for duration: Duration) async {
        try? await cancelWhenGracefulShutdown { try await Task<Never, Never>.sleep(for: duration) }
    }
}
