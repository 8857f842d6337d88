/// How the nodes of a place hear somebody some seconds after they were beside its door.
struct WayOutSound: Hashable, Sendable {
    /// The means of what each node heard in the last seconds and in those before, the loudest of
    /// each, and how loud it was at the door: in tens of decibels from mid-range.
    let features: [Double]

    /// The ranges of seconds before now that are told apart.
    private static let windows = [0.0..<4, 4..<8]
    /// Stands for a node that heard nothing, in dBm.
    private static let unheard = Double(SilenceOnset.unheard)
    /// Levels are told from here, in dBm, so that features are small numbers of either sign.
    private static let middle = -85.0
    /// Decibels that make 1.
    private static let unit = 10.0

    /// - Parameters:
    ///   - nodes: Those of the place, always in the same order, by the numbers under which `recent`
    ///     knows them; `nil` for one that never heard it.
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
