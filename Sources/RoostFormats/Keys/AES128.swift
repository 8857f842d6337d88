import CryptoExtras

/// A key of AES with 128 bits, and the one operation that all here is made of.
///
/// This is the only file that knows where AES comes from.
public struct AES128: Sendable {
    /// The length of a key and of a block, in bytes.
    static let blockLength = 16

    private let key: SymmetricKey

    /// Returns `nil` for a key of any other length than 16 bytes.
    public init?(key: [UInt8]) {
        guard key.count == Self.blockLength else { return nil }
        self.key = SymmetricKey(data: key)
    }

    /// Encrypts one block of 16 bytes.
    func encrypt(_ block: [UInt8]) -> [UInt8] {
        precondition(block.count == Self.blockLength, "a block of AES is 16 bytes")
        var block = block
        do {
            try AES.permute(&block, key: key)
        } catch {
            preconditionFailure("AES refuses nothing but a wrong length: \(error)")
        }
        return block
    }
}
