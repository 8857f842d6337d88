import RoostCore
import RoostFormats

/// What a request listens for, and what it has heard.
enum ListeningTask {
    case enrolment(Enrolment)
    case measurement(PowerMeasurement, of: ID<Item>)

    /// The state: what there is to save, or why there is nothing.
    enum Verdict {
        case listening
        case enrolled(Enrolment.Candidate)
        case measured(PowerMeasurement.Result, ID<Item>)
        case failed(RequestError)
    }

    var end: Timestamp {
        switch self {
        case .enrolment(let enrolment): enrolment.end
        case .measurement(let measurement, _): measurement.end
        }
    }

    mutating func hear(_ batch: SightingBatch, at now: Timestamp, in engine: Engine) {
        switch self {
        case .enrolment(var enrolment):
            enrolment.hear(batch, at: now) { beacon in
                !engine.bearers(of: beacon).isEmpty
            }
            self = .enrolment(enrolment)
        case .measurement(var measurement, let item):
            measurement.hear(batch)
            self = .measurement(measurement, of: item)
        }
    }

    func verdict(at now: Timestamp) -> Verdict {
        switch self {
        case .enrolment(let enrolment):
            switch enrolment.verdict(at: now) {
            case .listening: .listening
            case .found(let candidate): .enrolled(candidate)
            case .refused(let refusal): .failed(RequestError(refusal))
            }
        case .measurement(let measurement, let item):
            switch measurement.verdict(at: now) {
            case .listening: .listening
            case .measured(let result): .measured(result, item)
            case .tooFew(let count): .failed(.tooFew(count))
            case .unsteady(let width): .failed(.unsteady(width))
            case .implausible(let power): .failed(.implausible(power))
            }
        }
    }

    /// The progress: the seconds left, and what was heard so far, the nearest first.
    func report(at now: Timestamp) -> Members {
        Members { json in
            json.member("seconds_left", max(0, end.seconds(since: now)).rounded())
            json.member(
                "heard",
                heard.map { heard in
                    Members { json in
                        json.member("beacon", heard.beacon)
                        json.member("node", heard.node)
                        json.member("rssi", heard.level.rounded())
                        json.member("count", heard.count)
                    }
                })
        }
    }

    private static let mostTold = 5

    private var heard: [(beacon: BeaconID?, node: ID<Node>, level: Double, count: Int)] {
        switch self {
        case .enrolment(let enrolment):
            enrolment.heard.filter(\.isMeasured).prefix(Self.mostTold)
                .map { ($0.beacon, $0.node, $0.level, $0.count) }
        case .measurement(let measurement, _):
            measurement.preliminary.map { [(nil, $0.node, $0.power, $0.count)] } ?? []
        }
    }
}

extension RequestError {
    fileprivate init(_ refusal: Enrolment.Refusal) {
        switch refusal {
        case .nothingHeard:
            self.init(
                .notFound,
                "no new beacon was heard: is its battery in, is it somebody's already, or is it one "
                    + "that changes its address?")
        case .tooFar(let candidate):
            self.init(
                .notFound,
                "no new beacon came near: hold it against a node; the nearest was "
                    + "\(candidate.beacon) with \(Int(candidate.level.rounded())) dBm at "
                    + "\(candidate.node)")
        case .tied(let first, let second):
            self.init(
                .conflict,
                "\(first.beacon) and \(second.beacon) are equally close: take one away and try "
                    + "again, or name it with item/save")
        }
    }

    fileprivate static func tooFew(_ count: Int) -> RequestError {
        RequestError(
            .notFound,
            "it was heard \(count) times, and \(PowerMeasurement.leastCount) are needed: hold it one "
                + "metre from a node, and give a slow tag more seconds")
    }

    fileprivate static func implausible(_ power: Double) -> RequestError {
        RequestError(
            .outOfRange,
            "\(Int(power)) dBm cannot be one metre away: is it the right node (`node`), and nothing in "
                + "between?")
    }

    fileprivate static func unsteady(_ width: Double) -> RequestError {
        RequestError(
            .conflict,
            "what was heard differs by \(Int(width.rounded())) dB: hold it still, one metre from the "
                + "node, with nobody in between, and try again")
    }
}
