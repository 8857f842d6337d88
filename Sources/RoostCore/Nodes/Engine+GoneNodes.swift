/// A node that is gone: who is told of it, and when.
extension Engine {
    /// A node's silence may tell now that it is gone, or somebody should know.
    mutating func reviewNode(_ node: ID<Node>) {
        noteMisses(around: node)
        tellIfGone(node)
        scheduleNextReview(of: node)
    }

    mutating func scheduleReview(of node: ID<Node>) {
        guard let track = nodes[node] else { return }
        if let due = track.reportDue(settings: settings), due <= now, !track.isReported {
            return schedule(.node(node), at: now)
        }
        scheduleNextReview(of: node)
    }

    private mutating func scheduleNextReview(of node: ID<Node>) {
        guard let track = nodes[node] else { return }
        let report = [track.reportDue(settings: settings)].compactMap { $0 }
        schedule(.node(node), atNextOf: track.quietDues + report)
    }

    /// Tells of a node that is gone, together with all others of its place that are gone: a power
    /// cut has one cause.
    private mutating func tellIfGone(_ node: ID<Node>) {
        guard let track = nodes[node], let due = track.reportDue(settings: settings), due <= now
        else { return }
        // A node without a place, somebody else's or not set up yet, concerns nobody.
        guard !track.isReported, let place = household.nodes[node]?.place else { return }
        let gone = [node] + goneAsWell(from: place).filter { $0 != node }
        for node in gone {
            nodes[node]?.isReported = true
            effects.append(.changed(.node(node), .now))
        }
        for user in wardens(of: place) {
            // Leads with a node they were not told of recently: one that comes and goes does not
            // hide the others.
            for first in gone
            where give(report(of: [first] + gone.filter { $0 != first }, in: place, to: user)) {
                break
            }
        }
    }

    /// The nodes of a place that do not answer and are not reported yet.
    private func goneAsWell(from place: ID<Place>) -> [ID<Node>] {
        household.nodes(in: place).map(\.id).filter { id in
            guard let track = nodes[id], !track.isReported else { return false }
            return !nodes.isHealthy(id, at: now) && !nodes.isAwaited(id, at: now)
        }
    }

    /// - Parameter gone: The nodes, the overdue one first.
    private func report(
        of gone: [ID<Node>], in place: ID<Place>, to user: ID<User>
    ) -> Alert {
        let evidence = gone.compactMap { id in
            nodes[id].map { track in
                Evidence(
                    .node, track.isDeaf ? "\(id) went deaf" : "\(id) went silent",
                    at: track.goneSince, place: place,
                    room: household.nodes[id]?.room, node: id)
            }
        }
        let time = evidence.first?.time ?? now
        let room = gone.first.flatMap { household.nodes[$0]?.room }
        let whereabouts = placeName(place, room: gone.count == 1 ? room : nil).map { " in \($0)" }
        let names = gone.map(\.rawValue).joined(separator: ", ")
        let isOne = gone.count == 1
        let isDeaf = gone.contains { nodes[$0]?.isDeaf ?? false }
        let (state, verb): (String, String) =
            switch (isDeaf, isOne) {
            case (true, true): ("is deaf", "hears nothing")
            case (true, false): ("are deaf or gone", "hear nothing")
            case (false, true): ("is gone", "no longer answers")
            case (false, false): ("are gone", "no longer answer")
            }
        return Alert(
            user: user, kind: .nodeOffline, cause: "\(names) \(time.milliseconds)",
            title: (isOne ? "Node \(names)" : "\(gone.count) nodes") + " \(state)",
            text: (isOne ? "The node" : "The nodes") + " \(names)\(whereabouts ?? "") \(verb). "
                + (isOne ? "What only it" : "What only they") + " could tell stays as it was.",
            node: gone.first, place: place, room: isOne ? room : nil, time: time,
            evidence: evidence)
    }

    mutating func recover(_ node: ID<Node>) {
        nodes[node]?.isReported = false
        effects.append(.changed(.node(node), .now))
        scheduleReview(of: node)
        reviewBearers(of: node)
    }

    /// Who looks after the nodes: the administrators, or else all who know the place.
    private func wardens(of place: ID<Place>) -> [ID<User>] {
        let admins = household.users.values.filter(\.isAdmin).map(\.id).sorted()
        if !admins.isEmpty { return admins }
        guard let place = household.places[place] else { return [] }
        return household.users.keys.filter { place.isKnown(to: $0) }.sorted()
    }
}
