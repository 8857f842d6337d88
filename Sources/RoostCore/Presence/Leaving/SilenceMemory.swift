/// How people fell silent in one place, or faded after its door, and whether they had gone.
///
/// A beacon falls silent many times a day, and on the way out in the same way each time. What came
/// of the silences that began alike is the best guess at what will come of this one (a kernel
/// density of either kind, as in Nadaraya and Watson's regression).
public struct SilenceMemory: Hashable, Sendable, Codable {
    /// The nodes that listened; with other nodes, none of this means anything.
    let nodes: [ID<Node>]
    private var departures: [SilenceOnset] = []
    private var pauses: [Pause] = []
    /// How many there were, including those that are not kept.
    private var departureCount = 0.0
    private var pauseCount = 0.0
    /// How people sound on the way out while still heard.
    private var wayOut: WayOutModel?

    /// A silence of somebody who had gone nowhere.
    private struct Pause: Hashable, Sendable, Codable {
        var onset: SilenceOnset
        /// In seconds.
        var length: Double
    }

    /// How many of each kind are kept.
    private static let most = 96
    /// Beyond this many, all counts are halved.
    private static let memory = 2000.0
    /// The weight of the prior expectation, in silences of full likeness.
    private static let doubt = 0.3

    init(nodes: [ID<Node>]) { self.nodes = nodes }

    /// How much likelier somebody is gone than still there.
    ///
    /// - Parameters:
    ///   - silence: How long nothing has been heard, in seconds.
    ///   - expected: How likely they are gone by everything else that is known, in 0...1.
    func odds(of onset: SilenceOnset, after silence: Double, expected: Double) -> Double {
        let gone =
            departures.reduce(0) { $0 + onset.likeness(to: $1) }
            * Self.weight(departureCount, departures.count)
        // Few that began alike are known, so half the weight is how long any pause lasted.
        let lasting =
            Double(pauses.count { $0.length >= silence } + 1) / Double(pauses.count + 1)
        let there =
            pauses.reduce(0) { sum, pause in
                sum + onset.likeness(to: pause.onset)
                    * (lasting + (pause.length >= silence ? 1 : 0)) / 2
            } * Self.weight(pauseCount, pauses.count)
        return (gone + Self.doubt * expected) / (there + Self.doubt * (1 - expected))
    }

    /// Of the silences that are kept: how many began alike and lasted as long, and how many of them
    /// were ways out.
    func precedents(of onset: SilenceOnset, after silence: Double) -> (all: Int, departures: Int) {
        let gone = departures.count { onset.isLike($0) }
        let there = pauses.count { $0.length >= silence && onset.isLike($0.onset) }
        return (gone + there, gone)
    }

    /// How many silences each kept one stands for.
    private static func weight(_ count: Double, _ kept: Int) -> Double {
        kept > 0 ? count / Double(kept) : 0
    }

    /// Somebody fell silent, and had gone.
    mutating func learnDeparture(_ onset: SilenceOnset) {
        if departures.count >= Self.most { departures.removeFirst() }
        departures.append(onset)
        departureCount += 1
        forget()
    }

    /// Somebody fell silent, but was there.
    ///
    /// - Parameter length: In seconds.
    mutating func learnPause(_ onset: SilenceOnset, of length: Double) {
        if pauses.count >= Self.most { pauses.removeFirst() }
        pauses.append(Pause(onset: onset, length: length))
        pauseCount += 1
        forget()
    }

    /// How much likelier somebody who sounds like this after the door is gone than there; `nil` if
    /// nothing is known of that.
    func odds(of sound: WayOutSound) -> Double? {
        wayOut.flatMap { $0.width == sound.features.count ? $0.odds(of: sound) : nil }
    }

    /// Whether enough ways out are known to say that somebody does not sound like one.
    var knowsWaysOut: Bool { wayOut?.knowsWaysOut ?? false }

    /// Somebody sounded like this after they were at the door, and had gone or not.
    mutating func learn(_ sound: WayOutSound, isWayOut: Bool) {
        let width = sound.features.count
        var model = wayOut.flatMap { $0.width == width ? $0 : nil } ?? WayOutModel(width: width)
        model.learn(sound, isWayOut: isWayOut)
        wayOut = model
    }

    private mutating func forget() {
        guard departureCount + pauseCount > Self.memory else { return }
        departureCount /= 2
        pauseCount /= 2
    }
}
