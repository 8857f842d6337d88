import Glibc

/// How a signal fades indoors: as in free space, and by some decibels at a wall.
///
/// It is the multi-wall model of COST 231 with one wall between two rooms, and a floor between two
/// storeys, whatever stands between them: furniture and bodies are left to the spread.
enum PathLoss {
    /// Decibels lost over each tenfold distance are ten times this.
    ///
    /// 2.0 is free space, as walls are counted apart; `BeaconTrack.pathLoss` (2.7) has no rooms to
    /// count them by.
    static let exponent = 2.0
    /// What a wall takes, in decibels.
    static let wall = 4.0
    /// What the floor between two storeys takes, in decibels: at 2.4 GHz about 5 in a house and 10
    /// between flats (ITU-R P.1238).
    static let floor = 8.0
    /// Closer than this, the antennas matter more than the distance, in metres.
    private static let nearest = 0.5

    /// Decibels lost over so many metres, through so many walls and floors.
    static func loss(metres: Double, walls: Int, floors: Int) -> Double {
        10 * exponent * log10(max(nearest, metres)) + wall * Double(walls) + floor * Double(floors)
    }

    /// Where a spot lies, as seen from a node, if no positions are known.
    enum Vicinity {
        case beside, sameRoom, otherRoom
    }

    /// Decibels usually lost between such a spot and the node.
    static func loss(at spot: Vicinity) -> Double {
        switch spot {
        case .beside: loss(metres: 2, walls: 0, floors: 0)
        case .sameRoom: loss(metres: 4, walls: 0, floors: 0)
        case .otherRoom: loss(metres: 7, walls: 1, floors: 0)
        }
    }

    /// Metres from a tag at (`x`, `y`) and a height to a node.
    static func distance(_ x: Double, _ y: Double, height: Double, to node: [Double]) -> Double {
        let rise = node.count > 2 ? node[2] - height : 0
        let (dx, dy) = (x - node[0], y - node[1])
        return (dx * dx + dy * dy + rise * rise).squareRoot()
    }
}
