/// What is special about an element.
extension Fact {
    static func ofChemistry(_ value: String?, _ choice: inout Choice) -> Fact? {
        let element = value.map(Element.named) ?? choice.pick(Element.all)
        return element.flatMap { element in
            choice.pick(statements(about: element)).map { Fact(.chemistry, element.symbol, $0) }
        }
    }

    static func statements(about element: Element) -> [Statement] {
        let name = element.name.prefix(1).uppercased() + element.name.dropFirst()
        var position = "\(name) (\(element.symbol)) has \(element.number) "
        position += element.number == 1 ? "proton" : "protons"
        let table = "stands in period \(element.period)"
        let column = element.group.map { ", group \($0)," } ?? ", below the others,"
        var statements = [
            Statement("\(position), and so many electrons where it is not charged."),
            Statement("\(name) \(table)\(column) of the periodic table.", source: "IUPAC, 2022"),
        ]
        if let weight = weights[element.symbol] {
            statements.append(
                Statement(
                    "A mole of \(element.name) atoms weighs \(weight) g.",
                    source: "IUPAC, abridged standard atomic weights, 2021"))
        }
        return statements + (stories[element.symbol] ?? [])
    }

    static let weights = [
        "H": "1.008", "He": "4.0026", "C": "12.011", "N": "14.007", "O": "15.999", "F": "18.998",
        "Ne": "20.180", "Na": "22.990", "Mg": "24.305", "Al": "26.982", "Si": "28.085",
        "P": "30.974", "S": "32.06", "Cl": "35.45", "K": "39.098", "Ca": "40.078", "Fe": "55.845",
        "Cu": "63.546", "Zn": "65.38", "Ag": "107.87", "Sn": "118.71", "I": "126.90",
        "Au": "196.97", "Hg": "200.59", "U": "238.03",
    ]

    private static let handbook = "CRC Handbook of Chemistry and Physics, 97th edition"

    static let stories = [
        "He": [
            Statement(
                "Helium was seen in the Sun's spectrum in 1868, long before it was found on Earth.",
                source: "IUPAC, History of the elements")
        ],
        "C": [
            Statement(
                "Diamond and graphite are both pure carbon; only the bonds differ.",
                source: handbook)
        ],
        "Ga": [
            Statement(
                "Gallium melts at 29.76 °C, so it does in your hand.",
                source: "International Temperature Scale of 1990")
        ],
        "Br": [
            Statement(
                "Bromine is the one nonmetal that is liquid at 25 °C.", source: handbook)
        ],
        "Hg": [
            Statement("Mercury is the one metal that is liquid at 0 °C.", source: handbook)
        ],
        "Tc": [
            Statement(
                "Technetium is the lightest element without a stable isotope.", source: handbook)
        ],
        "W": [
            Statement(
                "Tungsten has the highest melting point of all metals, above 3400 °C.",
                source: handbook)
        ],
        "Os": [
            Statement(
                "Osmium is the densest element that there is to be weighed: 22.6 g in a cubic "
                    + "centimetre.", source: handbook)
        ],
        "Au": [
            Statement(
                "Gold's symbol Au comes from its Latin name, aurum.",
                source: "IUPAC, Red Book, 2005")
        ],
        "Pb": [
            Statement(
                "Lead's symbol Pb comes from plumbum, as does the plumber.",
                source: "IUPAC, Red Book, 2005; Oxford English Dictionary")
        ],
        "Y": [
            Statement(
                "Yttrium, terbium, erbium and ytterbium are all named for one village: Ytterby in "
                    + "Sweden.", source: "IUPAC, History of the elements")
        ],
        "Es": [
            Statement(
                "Einsteinium was found in what a hydrogen bomb left in 1952.",
                source: "Ghiorso et al., Phys. Rev. 99, 1048 (1955)")
        ],
        "Og": [
            Statement(
                "Oganesson, the last element that has a name, is called after Yuri Oganessian, who "
                    + "lived to see it.", source: "IUPAC, press release of 30 November 2016")
        ],
    ]
}
