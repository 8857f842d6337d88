/// The true position of a phone: with its owner, or where it was put.
extension Life {
    func diary(of thing: Int, from: Double, to: Double) -> Diary {
        var entries: [Diary.Entry] = []
        func add(_ entry: Diary.Entry) {
            var entry = entry
            // A walk from room to room is not a movement for a phone.
            if let last = entries.last, last.isIndoors, entry.isIndoors, last.place == entry.place {
                entries[entries.count - 1].to = entry.to
                return
            }
            if entry.isIndoors { entry.speed = 0 }
            entries.append(entry)
        }
        let all = holdings[thing]
        for (index, holding) in all.enumerated() {
            let begin = max(from, holding.time)
            let end = min(to, index + 1 < all.count ? all[index + 1].time : to)
            guard begin < end else { continue }
            switch holding.holder {
            case .lying(let building, _, let spot):
                add(
                    Diary.Entry(
                        place: buildings[building].place, from: begin, to: end, start: spot,
                        end: spot, speed: 0, isIndoors: true))
            case .carried(let person):
                for leg in walkers[person].legs where leg.from < end && leg.to > begin {
                    let (first, last) = (max(leg.from, begin), min(leg.to, end))
                    add(
                        Diary.Entry(
                            place: leg.place, from: first, to: last,
                            start: leg.position(at: first), end: leg.position(at: last),
                            speed: leg.speed, isIndoors: leg.isIndoors))
                }
            }
        }
        return Diary(entries: entries)
    }
}
