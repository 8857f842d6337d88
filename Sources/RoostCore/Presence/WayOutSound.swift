/// How the nodes of a place hear somebody some seconds after they were beside its door.
struct WayOutSound: Hashable, Sendable {
    /// The mean of what each node heard in the last seconds and in those before, the loudest of either, and
    /// how loud it was at the door: in tens of decibels from the middle of what can be heard.
    let features: [Double]

    /// The seconds before now that are told apart.
    private static let windows = [0.0..<4, 4..<8]
    /// What stands for a node that heard nothing, in dBm.
    private static let unheard = Double(SilenceOnset.unheard)
    private static let middle = -85.0
    private static let unit = 10.0

    /// - Parameters:
    ///   - nodes: Those of the place, each time in the same order, by the numbers that `recent` knows them
    ///     by; `nil` for one that never heard it.
    ///   - door: How loud it was at the door, in dBm.
    init(_ recent: RecentReadings, by nodes: [Int?], fromDoorAt door: Double, at now: Timestamp) {
        let levels = Self.windows.map { window in
            let means = recent.means(in: window, before: now)
            return nodes.map { max(Self.unheard, $0.flatMap { means[$0] } ?? Self.unheard) }
        }
        let loudest = levels.map { $0.max() ?? Self.unheard }
        features = (levels.joined() + loudest + [door]).map { ($0 - Self.middle) / Self.unit }
    }
}
