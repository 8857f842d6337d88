extension Fix {
    /// Whether the phone moves, by its own word; `nil` if it does not tell, or is so slow that it
    /// may be either.
    var isMoving: Bool? {
        if let activity { return activity != .still }
        guard let speed, !(0.5..<1).contains(speed) else { return nil }
        return speed >= 1
    }

    /// The accuracy to assume, in metres: a phone that gives none is taken for a usual one.
    public var reach: Double {
        guard let accuracy, accuracy > 0 else { return 30 }
        return accuracy
    }

    /// Whether it is more than a radio cell's guess.
    var isFine: Bool { reach <= 100 }

    /// The radius in which the phone certainly is, unless the fix is wrong: some reaches of a
    /// radio cell's guess.
    ///
    /// Recorded guesses of 3.5 and 5 km were off by up to 4.3 times as much.
    var certainReach: Double {
        isFine ? reach : reach * min(5, max(2, 1 + reach / 1000))
    }

    /// A total order of fixes: by time; within the same time, the most accurate is the newest.
    ///
    /// The rest only makes the result independent of the order of arrival.
    public func isOlder(than other: Fix) -> Bool {
        if time != other.time { return time < other.time }
        // Those of a clock that is ahead all count as sent on arrival.
        if sentTime != other.sentTime { return sentTime < other.sentTime }
        if reach != other.reach { return reach > other.reach }
        let (a, b) = (coordinate, other.coordinate)
        if a.latitude != b.latitude { return a.latitude < b.latitude }
        return a.longitude < b.longitude
    }

    func isNewer(than other: Fix) -> Bool { other.isOlder(than: self) }

    /// The last fix, if this is the same with a later word of the phone's own geofences; `nil` if
    /// it is not.
    ///
    /// The apps tell of a crossing in a message of its own, made from a fix that they may already
    /// have sent, and their lists of regions lag behind: iOS sends a fix again without the region.
    func word(after last: Fix?) -> Fix? {
        guard var word = last, sentTime == word.sentTime, pinged == nil else { return nil }
        if let crossing {
            guard crossing != word.crossing,
                coordinate == word.coordinate || !isNewer(than: word)
            else { return nil }
            word.crossing = crossing
        } else {
            guard let regions, let known = word.regions, regions.count < known.count,
                Set(known).isSuperset(of: regions), coordinate == word.coordinate
            else { return nil }
            word.regions = regions
        }
        return word
    }

    /// Whether the phone itself reports that it is in this place.
    func isIn(_ place: Place) -> Bool {
        if crossing?.isEntering == true, names(place) { return true }
        guard let regions, !regions.isEmpty else { return false }
        return regions.contains {
            $0 == place.origin || $0 == place.id.rawValue
                || $0.lowercased() == place.name.lowercased()
        }
    }

    /// Whether the region that the phone crossed is this place.
    func names(_ place: Place) -> Bool {
        guard let crossing else { return false }
        if let origin = crossing.origin, place.isRegion(created: origin) { return true }
        return crossing.region.lowercased() == place.name.lowercased()
    }
}
