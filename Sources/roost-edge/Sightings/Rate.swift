/// Events per second, over the last whole minute or the time so far.
struct Rate {
    private var began: ContinuousClock.Instant?
    private var count = 0
    private var last: Double?

    private static let span = 60.0

    mutating func count(at time: ContinuousClock.Instant) {
        if let began, (time - began) / .seconds(1) >= Self.span {
            last = Double(count) / ((time - began) / .seconds(1))
            self.began = time
            count = 0
        }
        began = began ?? time
        count += 1
    }

    func perSecond(at now: ContinuousClock.Instant) -> Double {
        guard let began else { return 0 }
        let seconds = max(1, (now - began) / .seconds(1))
        let rate = last.flatMap { seconds < Self.span ? $0 : nil } ?? Double(count) / seconds
        return (rate * 10).rounded() / 10
    }
}
