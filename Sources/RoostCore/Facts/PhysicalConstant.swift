/// A constant of nature, in SI units.
struct PhysicalConstant: Hashable, Sendable {
    var symbol: String
    var name: String
    /// With its unit.
    var value: String
    /// Whether it defines the units, so that it is no longer measured.
    var isExact: Bool
    /// What it means.
    var meaning: String

    init(
        _ symbol: String, _ name: String, _ value: String, isExact: Bool = false, _ meaning: String
    ) {
        self.symbol = symbol
        self.name = name
        self.value = value
        self.isExact = isExact
        self.meaning = meaning
    }

    static let all = [
        PhysicalConstant(
            "c", "speed of light in vacuum", "299792458 m/s", isExact: true,
            "Light goes from the Moon to the Earth in about 1.3 seconds."),
        PhysicalConstant(
            "h", "Planck constant", "6.62607015e-34 J s", isExact: true,
            "A photon's energy is its frequency times this."),
        PhysicalConstant(
            "e", "elementary charge", "1.602176634e-19 C", isExact: true,
            "A proton carries it, and an electron the opposite."),
        PhysicalConstant(
            "k", "Boltzmann constant", "1.380649e-23 J/K", isExact: true,
            "It turns a temperature into the energy of a particle."),
        PhysicalConstant(
            "N_A", "Avogadro constant", "6.02214076e23 1/mol", isExact: true,
            "So many atoms are in 12 grams of carbon-12, as near as anybody can measure."),
        PhysicalConstant(
            "Cs", "caesium frequency", "9192631770 Hz", isExact: true,
            "So many oscillations of caesium's hyperfine transition make a second."),
        PhysicalConstant(
            "K_cd", "luminous efficacy", "683 lm/W", isExact: true,
            "It belongs to green light of 540 THz, and defines the candela."),
        PhysicalConstant(
            "R", "molar gas constant", "8.31446261815324 J/(mol K)", isExact: true,
            "It is the Avogadro constant times the Boltzmann constant."),
        PhysicalConstant(
            "F", "Faraday constant", "96485.3321233100184 C/mol", isExact: true,
            "A mole of electrons carries this charge."),
        PhysicalConstant(
            "G", "Newtonian constant of gravitation", "6.67430e-11 m³/(kg s²)",
            "It is known less well than most others: to about 22 parts in a million."),
        PhysicalConstant(
            "m_e", "electron mass", "9.1093837015e-31 kg",
            "A proton is about 1836 times as heavy."),
        PhysicalConstant(
            "m_p", "proton mass", "1.67262192369e-27 kg",
            "Together with the neutrons, protons make nearly all of what you weigh."),
        PhysicalConstant(
            "m_n", "neutron mass", "1.67492749804e-27 kg",
            "It is a little heavier than the proton, so a free neutron decays into one."),
        PhysicalConstant(
            "alpha", "fine-structure constant", "7.2973525693e-3",
            "It has no unit, and is about 1/137: so strong is electromagnetism."),
        PhysicalConstant(
            "a_0", "Bohr radius", "5.29177210903e-11 m",
            "A hydrogen atom's electron is most likely found at this distance."),
        PhysicalConstant(
            "R_inf", "Rydberg constant", "10973731.568160 1/m",
            "The lines of hydrogen's spectrum follow from it."),
        PhysicalConstant(
            "g", "standard acceleration of gravity", "9.80665 m/s²", isExact: true,
            "It was agreed upon; at the poles things fall faster, and at the equator slower."),
        PhysicalConstant(
            "atm", "standard atmosphere", "101325 Pa", isExact: true,
            "About as heavy as ten metres of water."),
    ]

    var statements: [Fact.Statement] {
        let source = "CODATA 2018"
        return [
            Fact.Statement(
                "The \(name) is \(isExact ? "exactly " : "")\(value).", source: source),
            Fact.Statement("The \(name), \(value): \(meaning)", source: source),
        ]
    }
}
