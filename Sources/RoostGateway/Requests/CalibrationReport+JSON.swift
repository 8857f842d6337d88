import RoostCore
import RoostFormats

extension CalibrationReport {
    /// - Parameter withBeacon: Whether to name the beacon, which is the walker's own.
    func described(withBeacon: Bool = true) -> Members {
        Members { json in
            json.member("place", place)
            if withBeacon { json.member("beacon", beacon) }
            json.member("kept", isKept)
            json.member("reason", reason?.text)
            json.member("before", before.rooms.isEmpty ? nil : before.accuracy.thousandths)
            json.member("after", after.map { $0.accuracy.thousandths })
            json.member("missing", missing)
            json.member("needed", Int(Calibration.enough))
            json.member("waiting", waiting.map(\.described))
            let confusion = after ?? before
            json.member(
                "rooms",
                counts.keys.sorted().map { room in
                    Members { json in
                        json.member("room", room)
                        json.member("samples", counts[room]?.all ?? 0)
                        json.member("kept_back", counts[room]?.keptBack ?? 0)
                        json.member(
                            "told",
                            confusion.told(room).map { other in
                                Members { json in
                                    json.member("room", other)
                                    json.member(
                                        "share",
                                        confusion.share(of: room, takenFor: other)
                                            .thousandths)
                                }
                            })
                    }
                })
            json.member("advice", advice.map(\.text))
        }
    }
}

extension Double {
    fileprivate var thousandths: Double { (self * 1000).rounded() / 1000 }
}

extension CalibrationReport.Reason {
    /// Why, as one sentence.
    fileprivate var text: String {
        switch self {
        case .unheard: "the beacon was heard in none of the rooms that were marked"
        case .brief(let rooms):
            "too little was heard to replace what is known of "
                + rooms.map(\.rawValue).joined(separator: ", ") + ": stay longer there"
        case .unjudged: "too little was heard to see what it is worth: stay longer in each room"
        case .contradictory:
            "the rooms are told apart no better than by guessing: was the walker in the rooms that were "
                + "marked?"
        case .mismarked(let rooms):
            rooms.map(\.text).joined(separator: ", and ")
                + ": was the walker in the rooms that were marked?"
                + (rooms.contains(where: \.isUnheard)
                    ? ""
                    : " If so, forget the earlier measurement of these rooms "
                        + "(calibration/delete), and measure them anew")
        case .noBetter:
            "the rooms are told apart no better than before: stay longer in each room, and walk "
                + "about in it"
        }
    }
}

extension CalibrationReport.Mismark {
    fileprivate var text: String {
        "what was heard in \(room) is what \(sounding) sounds like"
            + (isUnheard ? ", and the node of \(room) heard nothing (is it on?)" : "")
    }
}

extension CalibrationReport.Waiting {
    var described: Members {
        Members { json in
            json.member("node", node)
            json.member("rooms", rooms)
        }
    }
}

extension CalibrationReport.Advice {
    /// The advice as one sentence.
    var text: String {
        let share = Int((100 * confusion).rounded())
        let cause =
            isMutual
            ? "\(room) and \(other) are taken for each other (\(share) %)"
            : "\(room) is taken for \(other) (\(share) %)"
        if let bare { return "\(cause): stand a node in \(bare)" }
        if let node { return "\(cause): move node \(node) away from the wall between them" }
        return "\(cause): move a node"
    }
}
