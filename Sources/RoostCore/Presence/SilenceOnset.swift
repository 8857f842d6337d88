import Glibc

/// How a beacon sounded in the last seconds before it fell silent.
///
/// Who goes out by a door passes the same nodes each time, and who turns a corner that no node hears passes
/// others. Far from the door two may sound alike of whom one has just passed it, so that is noted too.
struct SilenceOnset: Hashable, Sendable {
    /// The mean in dBm of what each node of the place heard, for each of `windows`.
    private var levels: [Int8]
    /// Whether it was beside an exit's node; `nil` where no such node could hear it, or it was not noted yet.
    private var wasByDoor: Bool?

    /// The seconds before the last reading that are told apart.
    static let windows = [0.0..<6, 6..<20]
    /// What stands for a node that heard nothing, in dBm.
    static let unheard: Int8 = -105
    /// What stands for one that could not hear.
    private static let unknown: Int8 = 0
    /// So many decibels apart, one is as 1/√e like the other.
    private static let spread = 4.0
    /// Of one that was by a door, one that was not counts for so much (Aitchison and Aitken's kernel of
    /// what is or is not, 1976).
    private static let unlike = 0.1

    /// - Parameters:
    ///   - heard: The nodes by the numbers that `recent` knows them by.
    ///   - nodes: Those of the place, each time in the same order.
    ///   - exits: Those of them that are at a door to the outside.
    ///   - canHear: Whether the silence of a node means anything.
    init(
        _ recent: RecentReadings, by heard: [ID<Node>], nodes: [ID<Node>], exits: [ID<Node>],
        canHear: (ID<Node>) -> Bool
    ) {
        let numbers = nodes.map { heard.firstIndex(of: $0) }
        let doors = exits.compactMap { heard.firstIndex(of: $0) }
        let isBeside = recent.peak(besideAnyOf: doors) != nil
        let canTell = !exits.isEmpty && exits.allSatisfy(canHear)
        wasByDoor = isBeside ? true : canTell ? false : nil
        levels = Self.windows.flatMap { window in
            let means = recent.means(in: window)
            return zip(nodes, numbers).map { node, number in
                guard let mean = number.flatMap({ means[$0] }) else {
                    return canHear(node) ? Self.unheard : Self.unknown
                }
                return Int8(min(-1, max(Double(Self.unheard), mean.rounded())))
            }
        }
    }

    /// How many nodes it tells of.
    var width: Int { levels.count / Self.windows.count }

    /// How much one is like another, in 0...1.
    func likeness(to other: SilenceOnset) -> Double {
        var (sum, count) = (0.0, 0.0)
        for (level, other) in zip(levels, other.levels)
        where level != Self.unknown && other != Self.unknown {
            let difference = Double(level) - Double(other)
            sum += difference * difference
            count += 1
        }
        guard count > 0 else { return 0 }
        let likeness = exp(-sum / count / (2 * Self.spread * Self.spread))
        guard let wasByDoor, let otherWas = other.wasByDoor, wasByDoor != otherWas else {
            return likeness
        }
        return likeness * Self.unlike
    }

    /// Whether a person would say so: no further apart than the spread, in the root mean square.
    func isLike(_ other: SilenceOnset) -> Bool { likeness(to: other) >= exp(-0.5) }
}

/// A list of numbers, of which there are many: the levels, window by window, and 1 or 0 for the door.
extension SilenceOnset: Codable {
    init(from decoder: any Decoder) throws {
        levels = try decoder.singleValueContainer().decode([Int8].self)
        // Earlier versions did not note the door.
        if !levels.count.isMultiple(of: Self.windows.count) { wasByDoor = levels.popLast() == 1 }
    }

    func encode(to encoder: any Encoder) throws {
        var list = encoder.singleValueContainer()
        try list.encode(levels + (wasByDoor.map { [$0 ? 1 : 0] } ?? []))
    }
}
