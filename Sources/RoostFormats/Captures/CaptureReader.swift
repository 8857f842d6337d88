public import RoostCore

/// An advertisement in a capture.
public struct CapturedAdvertisement: Hashable, Sendable {
    /// When it was heard; `nil` if the capture has no time, or one outside the years 1970 to 9999.
    public var time: Timestamp?
    /// The adapter that heard it, if the capture tells several apart: 0 is `hci0`.
    public var adapter: UInt16?
    public var advertisement: Advertisement
}

/// Reads the advertisements of a capture, btsnoop or pcapng, one by one.
public struct CaptureReader: Sendable {
    /// How many packets were skipped because their kind is not known here.
    public private(set) var skippedPackets = 0

    private var source: any PacketReader
    /// One for each adapter: each joins its own fragments.
    private var reports: [UInt16: AdvertisingReports] = [:]
    /// What the last packet held and has not been returned yet, in reverse order.
    private var waiting: [CapturedAdvertisement] = []

    /// - Parameter bytes: The whole file.
    public init(_ bytes: [UInt8]) throws(CaptureError) {
        if let reader = try BtsnoopReader(bytes) {
            source = reader
        } else if let reader = PcapngReader(bytes) {
            source = reader
        } else {
            throw .unknownFormat
        }
    }

    /// The next advertisement; `nil` at the end.
    ///
    /// - Throws: What is wrong with the file. Everything returned before is good, and nothing
    ///   follows.
    public mutating func next() throws(CaptureError) -> CapturedAdvertisement? {
        while waiting.isEmpty {
            guard let packet = try source.next() else { return nil }
            waiting = advertisements(in: packet).reversed()
        }
        return waiting.popLast()
    }

    private mutating func advertisements(in packet: CapturedPacket) -> [CapturedAdvertisement] {
        let heard: [Advertisement]
        switch packet.content {
        case .event(let adapter, let event):
            // Linux has no more adapters than this; the limit keeps a broken file from inventing
            // more.
            guard adapter ?? 0 < 16 else { return [] }
            heard = reports[adapter ?? 0, default: AdvertisingReports()].advertisements(in: event)
        case .linkLayer(let advertisement):
            heard = advertisement.map { [$0] } ?? []
        case .other:
            heard = []
        case .unknown:
            skippedPackets += 1
            heard = []
        }
        return heard.map {
            CapturedAdvertisement(
                time: packet.time, adapter: packet.content.adapter, advertisement: $0)
        }
    }
}
