extension House {
    /// alice drives 3.5 km north after five minutes, and her tag lies in the kitchen, where it is
    /// heard every five seconds.
    ///
    /// - Parameter silentFrom: When her tag was last heard, if not until the end.
    static func tagLeft(until end: Double, silentFrom: Double = .infinity) -> House {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        for second in stride(from: 0.0, to: end, by: 5) {
            switch second {
            case 100: house.fix(home, at: second)
            case 300..<700 where second.truncatingRemainder(dividingBy: 60) == 0:
                house.fix(home.north(5 * second), at: second)
            case 700... where second.truncatingRemainder(dividingBy: 300) == 0:
                house.fix(home.north(3500), at: second)
            default: break
            }
            if second < silentFrom { house.hear(tag, by: "n1", -60, at: second) }
        }
        return house
    }
}
