/// Which of several devices tells where their user is.
extension UserTrack {
    /// A device of the user, with what its fixes prove.
    typealias Phone = (device: Device, track: DeviceTrack)

    /// The device whose word counts: the one that moved last, since a tablet on the sofa or a
    /// frozen phone tells nothing of where its user is, and one left elsewhere only if it is alone.
    var decidingDevice: Phone? {
        let known = devices.compactMap { name, track in
            Device(name).flatMap { track.last == nil ? nil : (device: $0, track: track) }
        }
        let present = known.filter { !isApart($0) }
        let candidates = present.isEmpty ? known : present
        let first = candidates.max {
            liveness($0, among: candidates) < liveness($1, among: candidates)
        }
        return first.flatMap { ahead(of: $0, among: candidates) } ?? first
    }

    /// The device that already shows, of the same time, what this one may be about to: that it came
    /// to a place, or left it.
    private func ahead(of phone: Phone, among candidates: [Phone]) -> Phone? {
        func isLater(_ time: Timestamp?, than began: Timestamp) -> Bool {
            time.map { $0.seconds(since: began) >= -Fusion.together } ?? false
        }
        return candidates.filter { other in
            let (standing, going) = (other.track.standing, other.track.approach?.place)
            if let approach = phone.track.approach, standing == .inside(approach.place) {
                return isLater(other.track.verdict?.time, than: approach.began)
            }
            guard let place = phone.track.standing.place,
                let began = phone.track.excursion?.began ?? phone.track.strayedAt,
                standing != .unknown, standing != .inside(place)
            else { return false }
            let left = other.track.left?.place == place ? other.track.verdict?.time : nil
            return isLater(left, than: began)
                || isLater(other.track.movedAt, than: began) && going != place
        }.max { liveness($0, among: candidates) < liveness($1, among: candidates) }
    }

    /// Whether the phone is known to lie elsewhere than its user was heard.
    func isApart(_ phone: Phone) -> Bool {
        phone.track.verdict.map { apart?[phone.device.name] == $0.time } ?? false
    }

    /// The newest sign of life of any device.
    var heardLast: Timestamp? { devices.values.compactMap(\.heardLast).max() }

    /// How much the word of a device counts.
    ///
    /// A first fix elsewhere is believed unless another device that goes along with its user, and
    /// spoke recently, shows nothing of the kind. Of devices that never moved, the one that decided
    /// until now goes on to do so while it speaks.
    private func liveness(
        _ candidate: Phone, among candidates: [Phone]
    ) -> (Timestamp, Int, Timestamp, String) {
        let never = Timestamp.distantPast
        let last = candidate.track.last?.time ?? never
        let isContradicted = candidates.contains { other in
            other.device != candidate.device && other.track.movedAt != nil
                && other.track.strayedAt == nil
                && other.track.confirmed.map { last.seconds(since: $0) < 900 } ?? false
        }
        let strayed = isContradicted ? never : candidate.track.strayedAt ?? never
        let silence = candidate.track.heardLast.flatMap { heardLast?.seconds(since: $0) } ?? 0
        let isDeciding = belief?.device == candidate.device && silence <= Self.alive
        return (
            max(candidate.track.movedAt ?? never, strayed), isDeciding ? 1 : 0, last,
            candidate.device.name
        )
    }

    /// A phone that lies still speaks at least this often, in seconds.
    static let alive = 7200.0
}
