import RoostCore

extension Sighting {
    /// Recognizes the sender of an advertisement that a scanner passed on unchanged; `nil` if
    /// nobody can track it.
    ///
    /// If a key may resolve the address, the sighting carries that address for now.
    init?(_ advertisement: Advertisement, time: Timestamp? = nil) {
        var recognizer = Recognizer()
        let sender = recognizer.recognize(
            advertisement, at: time ?? .epoch)
        let address = advertisement.address.flatMap { $0.kind == .resolvable ? $0.beacon : nil }
        guard let beacon = sender.beacon ?? address else { return nil }
        // Many scanners do not say whether an address is one that changes.
        let mayRotate = beacon == advertisement.address?.beacon && beacon.mayRotate
        self.init(
            beacon: beacon, alias: sender.alias ?? (beacon == address ? nil : address),
            rssi: advertisement.rssi, txPower: sender.calibratedPower.map(Double.init), time: time,
            battery: sender.battery,
            isRotating: sender.beacon == nil || mayRotate && advertisement.data.isOfPhone)
    }
}
