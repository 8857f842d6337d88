public import RoostCore

extension Fix {
    /// The fix as an OwnTracks app publishes it.
    ///
    /// - Parameter trackerID: Two characters that stand for the device on the apps' maps.
    public func ownTracksLocation(trackerID: String? = nil) -> [UInt8] {
        JSONWriter.objectBytes { json in
            json.member("_type", "location")
            json.coordinate(coordinate)
            json.member("tst", time.milliseconds / 1000)
            json.member("acc", accuracy.map { max(1, $0.rounded()) })
            json.member("alt", altitude?.rounded())
            json.member("vel", speed.map { ($0 * 3.6).rounded() })
            json.member("cog", course?.rounded())
            json.member("batt", battery)
            json.member("bs", isCharging.map { $0 ? 2 : 1 })
            json.member("t", trigger)
            json.member("tid", trackerID)
        }
    }
}
