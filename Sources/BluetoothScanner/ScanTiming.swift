/// Times in the units of controllers.
enum ScanTiming {
    /// Milliseconds in units of 0.625 ms, 4...0x4000.
    static func units(_ milliseconds: Double) -> UInt16 {
        UInt16(max(4, min(0x4000, (milliseconds / 0.625).rounded())))
    }
}
