/// The gateway's own health data, already rendered.
public struct WebReadings: Sendable {
    /// Whether `/healthz` answers 200 (otherwise 503).
    public var isHealthy: Bool

    /// The body of `/healthz`: `{"status":"ok",…}`.
    public var healthJSON: [UInt8]

    /// The body of `/metrics`, in the Prometheus text format 0.0.4.
    public var metrics: String

    public init(isHealthy: Bool, healthJSON: [UInt8], metrics: String) {
        self.isHealthy = isHealthy
        self.healthJSON = healthJSON
        self.metrics = metrics
    }
}
