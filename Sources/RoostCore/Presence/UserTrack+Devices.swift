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
        return candidates.max { liveness($0, among: candidates) < liveness($1, among: candidates) }
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
