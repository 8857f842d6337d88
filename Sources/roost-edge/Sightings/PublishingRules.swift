import RoostCore

/// Which sightings are published, and when.
struct PublishingRules: Hashable, Sendable {
    /// Seconds between two batches.
    var interval = 1.0
    /// Whether new beacons and sharp changes are published before that.
    var isNewsUrgent = true
    /// Beacons that are heard more weakly, in dBm, are not published.
    var weakest = -127.0
    /// A beacon whose strength changes by this many decibels is published at once.
    var sharpChange = 12.0
    /// Whether changing addresses of phones and watches are published; the gateway may have their
    /// keys.
    var includesRotating = true
    /// If empty, all are allowed.
    var allowed: [BeaconPattern] = []
    var denied: [BeaconPattern] = []

    func admits(_ beacon: BeaconID) -> Bool {
        !denied.contains { $0.matches(beacon) }
            && (allowed.isEmpty || allowed.contains { $0.matches(beacon) })
    }
}

/// A beacon, or, with `*` at the end, all beacons with that prefix.
struct BeaconPattern: Hashable, Sendable {
    private let text: String
    private let isPrefix: Bool

    init(_ text: String) {
        let text = text.lowercased()
        isPrefix = text.hasSuffix("*")
        self.text = isPrefix ? String(text.dropLast()) : text
    }

    func matches(_ beacon: BeaconID) -> Bool {
        isPrefix ? beacon.rawValue.hasPrefix(text) : beacon.rawValue == text
    }
}
