/// What edits of the places make of what was known.
extension DeviceTrack {
    /// Judges the newest fix again after the places changed.
    ///
    /// A place that the device came near stays near: redrawing a place makes nobody arrive.
    ///
    /// - Parameter moved: The places that are gone, or have moved.
    mutating func rejudge(places: [Place], moved: Set<ID<Place>>) {
        frequent?.forget(moved)
        func isThere(_ place: ID<Place>) -> Bool {
            !moved.contains(place) && places.contains { $0.id == place }
        }
        let near = approach.flatMap { isThere($0.place) ? $0 : nil }
        let silence = presumption.flatMap {
            isThere($0.place) && $0.time == last?.time ? $0 : nil
        }
        if let place = place(among: places), !moved.contains(place.id), let last,
            !last.isFine || place.area.signedDistance(to: last.coordinate) > 0
        {
            // One stray or coarse fix proves no leaving now either.
            (approach, presumption) = (near, silence)
            return
        }
        let told = isPresumed ? verdict : nil
        let (stood, before) = (standing, verdict)
        excursion = nil
        presumption = nil
        standing = .unknown
        if let last { judge(last, after: nil, places: places) }
        if standing.place != nil {
            // It has been there since it came.
            if standing == stood { verdict = before }
            return
        }
        approach = near
        // What silence showed, no fix shows again.
        presumption = silence
        guard let silence, let told else { return }
        standing = .inside(silence.place)
        verdict = told
    }
}
