extension BinaryInteger {
    /// The digits, with zeros before them up to a width: 7 in a width of 2 is `07`.
    ///
    /// For a number that is not negative; one that is wider keeps all its digits.
    public func zeroPadded(to width: Int, radix: Int = 10) -> String {
        let digits = radix == 10 ? description : String(self, radix: radix)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
