/// The storeys of a place, as far as the heights of its nodes tell.
struct Storeys: Hashable, Sendable {
    /// The storey of each node, from 0 for the lowest.
    let ofNodes: [Int]
    /// The height at which tags are carried in each storey, in metres.
    let tagHeights: [Double]

    /// From one floor to the next, in metres: nodes hang anywhere between the socket and the ceiling.
    private static let pitch = 2.7
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
        let levels = heights.map { ($0 / Self.pitch).rounded(.down) }
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
}
