import RoostCore

extension Sighting {
    /// Recognizes the sender of an advertisement that a scanner passed on as it was; `nil` for one that
    /// nobody can track.
    ///
    /// No key is known here: whose an address is that changes, only its scanner can say.
    init?(_ advertisement: Advertisement, time: Timestamp? = nil) {
        var recognizer = Recognizer()
        let sender = recognizer.recognize(
            advertisement, at: time ?? Timestamp(milliseconds: 0))
        guard let beacon = sender.beacon else { return nil }
        self.init(
            beacon: beacon, alias: sender.alias, rssi: advertisement.rssi,
            txPower: sender.calibratedPower.map(Double.init), time: time, battery: sender.battery)
    }
}
