/// A Tile finder, whose stable address is its identity.
public struct Tile: Hashable, Sendable {
    /// The eight bytes that name it in Tile's own network, if the packet holds them.
    public var id: [UInt8]?

    init() {}

    /// Reads the data of one of Tile's services.
    init(serviceData: ArraySlice<UInt8>) {
        var reader = ByteReader(serviceData)
        id = reader.skip(2, 0) ? reader.take(8).map(Array.init) : nil
    }

    /// The services by which it is recognized: a Tile in use, one not yet in use, and newer ones.
    static let services: Set<UInt16> = [0xfeed, 0xfeec, 0xfd84]
}
