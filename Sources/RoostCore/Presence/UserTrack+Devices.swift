/// Which of several devices tells where their user is.
extension UserTrack {
    /// A device of the user, with what its fixes prove.
    typealias Phone = (device: Device, track: DeviceTrack)

    /// The device whose word counts: the one that moved last, since a tablet on the sofa or a
    /// frozen phone tells nothing of where its user is, and one left elsewhere only if it is alone;
    /// unless another one is ahead of it, or came along with it and still speaks.
    var decidingDevice: Phone? {
        let known = devices.compactMap { name, track in
            track.last == nil ? nil : Device(name).map { (device: $0, track: track) }
        }
        guard known.count > 1 else { return known.first }
        let present = known.filter { !isApart($0) }
        let candidates = present.isEmpty ? known : present
        guard candidates.count > 1 else { return candidates.first }
        let first = candidates.max {
            liveness($0, among: candidates) < liveness($1, among: candidates)
        }
        return first.flatMap {
            ahead(of: $0, among: candidates) ?? companion(of: $0, among: candidates)
        } ?? first
    }

    /// The device that came along with one that has been silent for long since, and still speaks.
    private func companion(of phone: Phone, among candidates: [Phone]) -> Phone? {
        guard let moved = phone.track.movedAt, !isSpeaking(phone.track) else { return nil }
        return candidates.filter { _, other in
            isSpeaking(other)
                && other.movedAt.map { moved.seconds(since: $0) <= Fusion.together } ?? false
        }
        .max { liveness($0, among: candidates) < liveness($1, among: candidates) }
    }

    /// The device that already shows what this one may be about to, or has said nothing of yet: that
    /// it came to a place, or left it.
    private func ahead(of phone: Phone, among candidates: [Phone]) -> Phone? {
        candidates.filter { isAhead($0.track, of: phone.track) }
            .max { liveness($0, among: candidates) < liveness($1, among: candidates) }
    }

    private func isAhead(_ other: DeviceTrack, of phone: DeviceTrack) -> Bool {
        guard let shown = other.verdict?.time, let moved = other.movedAt, let last = phone.last
        else { return false }
        // Late fixes do not take back what was shown since.
        if shown > last.time { return shown.seconds(since: moved) <= Fusion.together }
        if let approach = phone.approach, other.standing == .inside(approach.place) {
            let left = phone.elsewhere(than: approach.place) ?? .distantPast
            if shown > left, shown.seconds(since: approach.began) >= -Fusion.together {
                return true
            }
        }
        guard let place = phone.standing.place, phone.isLeaving || phone.strayedAt != nil,
            let out = other.elsewhere(than: place)
        else { return false }
        // It is not ahead if this one has been there since, nor if it comes back itself.
        let inside = phone.lastInside ?? .distantPast
        return other.left?.place == place && out > inside
            || moved > inside && other.approach?.place != place
    }

    /// Whether the phone is known to lie elsewhere than its user was heard.
    func isApart(_ phone: Phone) -> Bool {
        phone.track.verdict.map { apart?[phone.device.name] == $0.time } ?? false
    }

    /// The newest sign of life of any device.
    var heardLast: Timestamp? { devices.values.compactMap(\.heardLast).max() }

    /// How much the word of a device counts.
    ///
    /// A first fix elsewhere is believed if it shows where the device went, unless another device
    /// that goes along with its user, and spoke recently, shows nothing of the kind. Of devices that
    /// never moved, or took the place of one, the one that decided until now goes on to do so while
    /// it speaks.
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
        let strayed = candidate.track.strayedAt.flatMap { strayed in
            let isShown = candidate.track.verdict.map { $0.time >= strayed } ?? false
            return isShown && !isContradicted ? strayed : nil
        }
        let isDeciding = belief?.device == candidate.device && isSpeaking(candidate.track)
        let replaced = replaced(by: candidate, among: candidates)
        return (
            [candidate.track.movedAt, strayed, replaced].compactMap { $0 }.max() ?? never,
            isDeciding ? 1 : 0, last, candidate.device.name
        )
    }

    /// When the others moved last, if a device that has not moved yet took their place: it was new
    /// after that, and they have long been silent.
    private func replaced(by candidate: Phone, among candidates: [Phone]) -> Timestamp? {
        let others = candidates.map(\.track).filter { $0.movedAt != nil }
        guard let appeared = candidate.track.appearedAt,
            let moved = others.compactMap(\.movedAt).max(), moved < appeared,
            !others.contains(where: isSpeaking)
        else { return nil }
        return moved
    }

    /// Whether a device has not been silent for long when any of them last spoke.
    private func isSpeaking(_ device: DeviceTrack) -> Bool {
        let silence = device.heardLast.flatMap { heardLast?.seconds(since: $0) }
        return silence.map { $0 <= Self.alive } ?? true
    }

    /// A phone that lies still speaks at least this often, in seconds.
    static let alive = 7200.0
}
