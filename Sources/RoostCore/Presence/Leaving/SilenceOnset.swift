import Glibc

/// How a beacon sounded in the last seconds before it fell silent.
///
/// Somebody who goes out by a door passes the same nodes each time; somebody who turns a corner
/// that no node hears passes others. Far from the door two may sound alike although one has just
/// passed it, so that is noted too.
struct SilenceOnset: Hashable, Sendable {
    /// The mean in dBm of what each node of the place heard, for each of `windows`.
    private var levels: [Int8]
    /// Whether it was beside an exit's node; `nil` if there was none, one of them could not hear
    /// it, or an earlier version did not note it.
    private var wasByDoor: Bool?

    /// The ranges of seconds before the last reading that are told apart.
    static let windows = [0.0..<6, 6..<20]
    /// Stands for a node that heard nothing, in dBm.
    static let unheard: Int8 = -105
    /// Stands for a node that could not hear.
    private static let unknown: Int8 = 0
    /// This many decibels apart, the likeness of two is 1/√e.
    private static let spread = 4.0
    /// The likeness left between one by a door and one that was not (Aitchison and Aitken's kernel
    /// for binary features, 1976).
    private static let unlike = 0.1

    /// - Parameters:
    ///   - heard: The nodes by the numbers under which `recent` knows them.
    ///   - nodes: Those of the place, always in the same order.
    ///   - exits: Those of them at a door to the outside.
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

    /// How similar two are, in 0...1.
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

    /// Whether people would call them alike: within the spread, in the root mean square.
    func isLike(_ other: SilenceOnset) -> Bool { likeness(to: other) >= exp(-0.5) }
}

/// A list of numbers, as there are many: the levels, window by window, and 1 or 0 for the door.
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
