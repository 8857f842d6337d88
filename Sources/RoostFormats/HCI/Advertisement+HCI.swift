import RoostCore

extension Advertisement {
    /// The extended reports that a controller would have made of it, as one or more events from the
    /// event code on, so that advertisements from other sources can be recorded too.
    ///
    /// Whatever an advertisement does not hold is reported as unknown.
    public var hciEvents: [[UInt8]] {
        var events: [[UInt8]] = []
        var rest = data.bytes[...]
        repeat {
            let piece = rest.prefix(Self.pieceLength)
            rest = rest.dropFirst(piece.count)
            events.append(event(piece, isLast: rest.isEmpty))
        } while !rest.isEmpty
        return events
    }

    /// The most that fits into one report, in bytes.
    private static let pieceLength = 229

    private func event(_ piece: ArraySlice<UInt8>, isLast: Bool) -> [UInt8] {
        let status: AdvertisingFragment.Status =
            isLast ? isTruncated ? .truncated : .complete : .moreToCome
        let addressType: UInt8 = address.map { $0.kind == .public ? 0 : 1 } ?? 0xff
        let addressBytes = address?.bytes.reversed() ?? [UInt8](repeating: 0, count: 6)
        let unknown = UInt8(127)
        let txPower = reportedTxPower.flatMap(Int8.init(exactly:)).map(UInt8.init(bitPattern:))
        let strength = rssi.map { UInt8(bitPattern: Int8($0.dBm.rounded())) }
        let report =
            [status.rawValue << 5 | (isScanResponse ? 1 << 3 : 0), 0, addressType] + addressBytes
            + [1, 0, 0xff, txPower ?? unknown, strength ?? unknown, 0, 0, 0]
            + [UInt8](repeating: 0, count: 6) + [UInt8(piece.count)] + piece
        let parameters = [AdvertisingReports.extendedReport, 1] + report
        return [AdvertisingReports.leMetaEvent, UInt8(parameters.count)] + parameters
    }
}
