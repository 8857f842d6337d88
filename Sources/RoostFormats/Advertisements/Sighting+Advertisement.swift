import RoostCore

extension Sighting {
    /// Recognizes the sender of an advertisement that a scanner passed on as it was; `nil` for one that
    /// nobody can track.
    ///
    /// Of an address that a key may resolve the sighting is of that address, for now.
    init?(_ advertisement: Advertisement, time: Timestamp? = nil) {
        var recognizer = Recognizer()
        let sender = recognizer.recognize(
            advertisement, at: time ?? Timestamp(milliseconds: 0))
        let address = advertisement.address.flatMap { $0.kind == .resolvable ? $0.beacon : nil }
        guard let beacon = sender.beacon ?? address else { return nil }
        // Many scanners do not tell whether an address is one that changes.
        let frames = advertisement.data.frames
        let isOfPhone = !frames.isEmpty && frames.allSatisfy(\.isOfPhone)
        let isKnownByAddress = beacon == advertisement.address?.beacon
        self.init(
            beacon: beacon, alias: sender.alias ?? (beacon == address ? nil : address),
            rssi: advertisement.rssi, txPower: sender.calibratedPower.map(Double.init), time: time,
            battery: sender.battery,
            isRotating: sender.beacon == nil || isOfPhone && isKnownByAddress && beacon.mayRotate)
    }
}
