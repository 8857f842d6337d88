/// A RuuviTag that measures (data format 5).
///
/// It states its battery's voltage only. A lithium cell holds that to the end, and sags in the
/// cold: no level in per cent follows from it.
struct RuuviTag: Hashable {
    /// The tag's own address, if it states one.
    var address: BluetoothAddress?

    /// Reads the data after Ruuvi's company identifier: 24 bytes, the most significant ones first.
    init?(_ bytes: ArraySlice<UInt8>) {
        var reader = ByteReader(bytes)
        // Between the format and the address are the measurements.
        guard reader.count == 24, reader.skip(5), reader.take(17) != nil,
            let address: UInt64 = reader.big(bytes: 6)
        else { return nil }
        if address != 0xffff_ffff_ffff {
            // A RuuviTag's radio has no addresses but random static ones.
            self.address = BluetoothAddress(address, isRandom: true)
        }
    }
}
