/// The storeys of a place, as far as the heights of its nodes tell.
struct Storeys: Hashable, Sendable {
    /// The storey of each node, from 0 for the lowest.
    let ofNodes: [Int]
    /// The height at which tags are carried in each storey, in metres.
    let tagHeights: [Double]

    /// From one floor to the next, in metres, the likeliest first.
    private static let pitches = [2.7, 2.8, 2.9, 3.0, 3.1, 3.2, 3.3, 3.4, 3.5, 3.6]
    /// Nodes hang between the socket and the ceiling, this far from the floors above and below, in
    /// metres.
    private static let margin = 0.2
    /// Tags are carried at about this height above the floor, in metres.
    private static let tagHeight = 1.0

    /// - Parameter positions: Metres in the place's own frame: x, y and perhaps z, from the lowest
    ///   floor up.
    init(of positions: [[Double]]) {
        let heights = positions.compactMap { $0.count > 2 ? $0[2] : nil }
        guard heights.count == positions.count, !heights.isEmpty else {
            ofNodes = positions.map { _ in 0 }
            tagHeights = [Self.tagHeight]
            return
        }
        let levels = Self.levels(of: heights)
        let floors = Set(levels).sorted()
        let storeys = levels.map { level in floors.firstIndex(of: level) ?? 0 }
        // Nodes hang about as high above the floor in each storey.
        let means = floors.indices.map { storey in
            let own = zip(heights, storeys).filter { $1 == storey }.map(\.0)
            return own.reduce(0, +) / Double(own.count)
        }
        ofNodes = storeys
        tagHeights = means.map { Self.tagHeight + $0 - means[0] }
    }

    /// The floor below each node, by the likeliest pitch at which none hangs in a floor.
    private static func levels(of heights: [Double]) -> [Double] {
        // Some measure from the street.
        let ground = max(0, (heights.min() ?? 0) - tagHeight)
        let above = heights.map { $0 - ground }
        func level(_ height: Double, _ pitch: Double) -> Double {
            (height / pitch).rounded(.down)
        }
        let pitch = pitches.first { pitch in
            above.allSatisfy { height in
                let level = level(height, pitch)
                let rest = height - level * pitch
                return (level == 0 || rest >= margin) && rest <= pitch - margin
            }
        }
        return above.map { level($0, pitch ?? pitches[0]) }
    }
}
