import RoostCore

extension Health {
    /// The metrics in the Prometheus text format, version 0.0.4.
    var metrics: String {
        var lines: [String] = []
        func metric(_ name: String, _ kind: String, _ help: String, _ value: some Numeric) {
            lines += [
                "# HELP roost_\(name) \(help)", "# TYPE roost_\(name) \(kind)",
                "roost_\(name) \(value)",
            ]
        }
        metric("up", "gauge", "Whether the broker is connected.", isConnected ? 1 : 0)
        metric("messages_received_total", "counter", "MQTT messages received.", counts.received)
        metric("sightings_total", "counter", "Sightings of beacons.", counts.sightings)
        metric("fixes_total", "counter", "Positions of phones.", counts.fixes)
        metric(
            "fixes_ahead_total", "counter", "Positions whose time had not come yet.",
            counts.fixesAhead)
        metric("requests_total", "counter", "Requests answered.", counts.requests)
        metric("messages_published_total", "counter", "MQTT messages published.", published)
        metric("commits_total", "counter", "Transactions committed.", commits)
        metric("reconnects_total", "counter", "Connections to the broker made anew.", reconnects)
        metric("outbox_messages", "gauge", "Messages that wait for the broker.", queue)
        metric(
            "slowest_batch_seconds", "gauge", "The slowest batch of the last half minute.",
            slowestBatch / 1000)
        if let diskFree {
            metric("disk_free_bytes", "gauge", "Free space on the disk of the data.", diskFree)
        }
        lines += [
            "# HELP roost_messages_refused_total Messages without effect, by reason.",
            "# TYPE roost_messages_refused_total counter",
        ]
        for (reason, count) in counts.refused.inOrder {
            lines.append("roost_messages_refused_total{reason=\"\(reason)\"} \(count)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
