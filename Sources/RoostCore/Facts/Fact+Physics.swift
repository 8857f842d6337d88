/// What is known of a constant of nature.
extension Fact {
    static func ofPhysics(_ value: String?, _ choice: inout Choice) -> Fact? {
        let constant =
            value.map { asked in PhysicalConstant.all.first { $0.symbol == asked } }
            ?? choice.pick(PhysicalConstant.all)
        return constant.flatMap { constant in
            choice.pick(constant.statements).map { Fact(.physics, constant.symbol, $0) }
        }
    }
}
