/// Why a capture cannot be read on.
public enum CaptureError: Error, Hashable, Sendable {
    /// Neither btsnoop nor pcapng.
    case unknownFormat
    /// A version of btsnoop that there was not.
    case unsupportedVersion(UInt32)
    /// Packets of a kind that holds no advertisements, or of which the form is not known here.
    case unsupportedLinkType(UInt32)
    /// The file ends within the record at this byte, as one does whose writer was killed.
    case truncated(offset: Int)
    /// The record at this byte contradicts itself.
    case malformed(offset: Int)
}
