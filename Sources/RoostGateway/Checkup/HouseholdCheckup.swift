import RoostCore

/// Looks through the household for what keeps Roost from telling well.
struct HouseholdCheckup {
    let engine: Engine

    private var household: Household { engine.household }

    /// After this silence something is wrong with a phone, and with a tag that is nobody's company
    /// on a journey, in seconds.
    private static let phoneSilence = 86400.0
    private static let tagSilence = 7 * 86400.0
    /// How many names a finding lists.
    private static let mostNames = 5

    var findings: [Finding] {
        summed(.places, count: household.places.count, placeFaults)
            + summed(.nodes, count: household.nodes.count, nodeFaults)
            + summed(.people, count: household.users.count, userFaults)
            + summed(.items, count: household.items.count, itemFaults)
    }

    /// The faults of a part, or that there are none.
    private func summed(_ part: Finding.Part, count: Int, _ faults: [Finding]) -> [Finding] {
        faults.isEmpty ? [Finding(part, .ok, count == 0 ? "none" : "all \(count) well")] : faults
    }

    // MARK: Places

    private var placeFaults: [Finding] {
        guard !household.places.isEmpty else {
            return [
                Finding(
                    .places, .warning, "none yet, so nobody can be anywhere",
                    advice: "roost place save home --kind home --lat 52.5163 --lon 13.3777")
            ]
        }
        let nodes = Dictionary(grouping: household.nodes.values) { $0.place }
        let open = household.places.keys.sorted().filter { place in
            nodes[place].map { $0.allSatisfy { !$0.isExit } } ?? false
        }
        return [
            listed(
                .places, .warning, "no node stands at an exit, so leaving is noticed late",
                open.map(\.rawValue), advice: "roost node save NODE --exit")
        ].compactMap(\.self)
    }

    // MARK: Nodes

    private var nodeFaults: [Finding] {
        let nodes = household.nodes.valuesInOrder
        guard !nodes.isEmpty else {
            guard !household.bearers.isEmpty else { return [] }
            return [
                Finding(
                    .nodes, .warning, "none yet, so no beacon is heard",
                    advice: "set up a scanner (docs/scanners.md), or roost-edge (docs/edge.md)")
            ]
        }
        let placed = nodes.filter { $0.place != nil }
        let awaited = placed.filter { engine.nodes.isAwaited($0.id, at: engine.now) }
        let silent = placed.filter { node in
            isSilent(node.id) && track(node)?.isDeaf == false && !awaited.contains(node)
        }
        // One that never says that it is there may have nothing to hear.
        let quiet = silent.filter { track($0)?.status == .unspoken }
        let gone = silent.filter { track($0)?.status != .unspoken }
        let deaf = placed.filter { track($0)?.isDeaf == true }
        return [
            listed(
                .nodes, .error, "gone", gone.map(withSilence),
                advice: "do they have power and the network, and do they reach the broker?"),
            listed(
                .nodes, .warning, "silent since the broker started", awaited.map(\.id.rawValue),
                advice: "look again in some minutes: they may be starting"),
            listed(
                .nodes, .warning, "silent", quiet.map(withSilence),
                advice: "is there anything to hear for them, and do they have power?"),
            listed(
                .nodes, .error, "there, but hear nothing",
                deaf.map(withSilence),
                advice: "restart them; is the Bluetooth adapter plugged in?"),
            listed(
                .nodes, .warning, "never heard of",
                placed.filter { track($0) == nil }.map(\.id.rawValue),
                advice: "is that the name under which they publish? roost node list has all names"),
            listed(
                .nodes, .warning, "in no place, so what they hear tells nothing",
                nodes.filter { $0.place == nil }.map(\.id.rawValue),
                advice: "roost node save NODE --place PLACE --room ROOM, or roost node delete NODE"),
            listed(
                .nodes, .warning, "in no room", placed.filter { $0.room == nil }.map(\.id.rawValue),
                advice: "roost node save NODE --room ROOM"),
            listed(
                .nodes, .warning, "in a room that the place does not list",
                placed.filter(isInUnlistedRoom).map { "\($0.id) (\($0.room?.rawValue ?? ""))" },
                advice: "roost node save NODE --room ROOM, or list that room too"),
            listed(
                .nodes, .warning, "no reading came from the door's sensor",
                placed.filter { $0.door != nil && engine.nodes.doors[$0.id]?.isOpen == nil }
                    .map { "\($0.id) (\($0.door ?? ""))" },
                advice: "open and shut the door; is the topic right, and may the gateway read it?"),
        ].compactMap(\.self)
    }

    private func track(_ node: Node) -> NodeTrack? { engine.nodes.tracks[node.id] }

    /// A place that lists no rooms takes those of its nodes.
    private func isInUnlistedRoom(_ node: Node) -> Bool {
        guard let room = node.room, let rooms = node.place.flatMap({ household.places[$0] })?.rooms
        else { return false }
        return !rooms.isEmpty && !rooms.contains { $0.id == room }
    }

    private func isSilent(_ node: ID<Node>) -> Bool {
        engine.nodes.tracks[node] != nil && !engine.nodes.isHealthy(node, at: engine.now)
    }

    private func withSilence(_ node: Node) -> String {
        named(node.id, since: track(node)?.goneSince)
    }

    // MARK: People

    private var userFaults: [Finding] {
        let users = household.users.valuesInOrder
        guard !users.isEmpty else {
            return [Finding(.people, .warning, "nobody yet", advice: "roost user add NAME")]
        }
        let phones = users.map { engine.users[$0.id]?.devices ?? [:] }
        let pairs = zip(users, phones)
        let without = pairs.filter { user, phones in
            phones.isEmpty && user.devices.isEmpty && user.beacons.isEmpty
        }
        let unheard = pairs.filter { user, phones in phones.isEmpty && !user.devices.isEmpty }
        let silent = pairs.compactMap { user, phones -> String? in
            guard let newest = phones.values.compactMap(\.heardLast).max(),
                isOver(newest, Self.phoneSilence)
            else { return nil }
            return named(user.id, since: newest)
        }
        let tags = users.flatMap { user in
            user.beacons.filter(isSilent).map { "\($0) of \(user.id)" }
        }
        return [
            listed(
                .people, .warning, "neither phone nor beacon, so nothing can be known",
                without.map(\.0.id.rawValue),
                advice: "let their app publish to owntracks/NAME/DEVICE (docs/owntracks.md), or "
                    + "roost user add NAME --beacon BEACON"),
            listed(
                .people, .warning, "no position from any phone yet", unheard.map(\.0.id.rawValue),
                advice: "press Publish in the app; is its user name that of the user?"),
            listed(
                .people, .warning, "no word from any phone for long", silent,
                advice: "may the app use the location all the time, and is it kept from sleeping?"),
            listed(
                .people, .warning, "worn, but not heard for a week or ever", tags,
                advice: "is its battery empty, and does a node hear it?"),
        ].compactMap(\.self)
    }

    // MARK: Items

    private var itemFaults: [Finding] {
        let items = household.items.valuesInOrder
        let low = items.compactMap { item in
            item.beacon.flatMap { engine.track(of: $0)?.battery }.map { (item, $0) }
        }.filter { $0.1 <= engine.settings.batteryLow }
        return [
            listed(
                .items, .warning, "no beacon, so nothing can be known",
                items.filter { $0.beacon == nil }.map(\.id.rawValue),
                advice: "roost item enrol --user NAME --item ITEM, and hold it against a node"),
            listed(
                .items, .warning, "not heard for a week or ever",
                items.filter { $0.beacon.map(isSilent) ?? false }.map(\.id.rawValue),
                advice: "is its battery empty, and is that its beacon?"),
            listed(
                .items, .warning, "battery low", low.map { "\($0.id) (\($1) %)" },
                advice: "change it soon"),
        ].compactMap(\.self)
    }

    private func isSilent(_ beacon: BeaconID) -> Bool {
        guard let heard = engine.track(of: beacon)?.rooms.lastHeard else { return true }
        return isOver(heard, Self.tagSilence)
    }

    // MARK: Words

    /// One finding for all that have the same fault; `nil` if nothing has.
    private func listed(
        _ part: Finding.Part, _ level: Finding.Level, _ fault: String, _ names: [String],
        advice: String
    ) -> Finding? {
        guard !names.isEmpty else { return nil }
        let more = names.count - Self.mostNames
        let shown = names.prefix(Self.mostNames).joined(separator: ", ")
        let rest = more > 0 ? " and \(more) more" : ""
        return Finding(part, level, "\(fault): \(shown)\(rest)", advice: advice)
    }

    private func isOver(_ time: Timestamp, _ limit: Double) -> Bool {
        engine.now.seconds(since: time) > limit
    }

    private func named<Entity>(_ id: ID<Entity>, since time: Timestamp?) -> String {
        guard let time else { return id.rawValue }
        return "\(id) (for \(engine.now.seconds(since: time).secondsInWords))"
    }
}
