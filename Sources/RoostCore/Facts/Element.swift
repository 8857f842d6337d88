/// A chemical element.
struct Element: Hashable {
    /// The number of protons.
    var number: Int
    var symbol: String
    var name: String

    /// All named elements, hydrogen first (IUPAC, 2016).
    static let all: [Element] = names.split(separator: " ").enumerated().map { index, entry in
        let parts = entry.split(separator: "-")
        return Element(number: index + 1, symbol: String(parts[0]), name: String(parts[1]))
    }

    private static let names = """
        H-hydrogen He-helium Li-lithium Be-beryllium B-boron C-carbon N-nitrogen O-oxygen F-fluorine \
        Ne-neon Na-sodium Mg-magnesium Al-aluminium Si-silicon P-phosphorus S-sulfur Cl-chlorine \
        Ar-argon K-potassium Ca-calcium Sc-scandium Ti-titanium V-vanadium Cr-chromium Mn-manganese \
        Fe-iron Co-cobalt Ni-nickel Cu-copper Zn-zinc Ga-gallium Ge-germanium As-arsenic Se-selenium \
        Br-bromine Kr-krypton Rb-rubidium Sr-strontium Y-yttrium Zr-zirconium Nb-niobium \
        Mo-molybdenum Tc-technetium Ru-ruthenium Rh-rhodium Pd-palladium Ag-silver Cd-cadmium \
        In-indium Sn-tin Sb-antimony Te-tellurium I-iodine Xe-xenon Cs-caesium Ba-barium \
        La-lanthanum Ce-cerium Pr-praseodymium Nd-neodymium Pm-promethium Sm-samarium Eu-europium \
        Gd-gadolinium Tb-terbium Dy-dysprosium Ho-holmium Er-erbium Tm-thulium Yb-ytterbium \
        Lu-lutetium Hf-hafnium Ta-tantalum W-tungsten Re-rhenium Os-osmium Ir-iridium Pt-platinum \
        Au-gold Hg-mercury Tl-thallium Pb-lead Bi-bismuth Po-polonium At-astatine Rn-radon \
        Fr-francium Ra-radium Ac-actinium Th-thorium Pa-protactinium U-uranium Np-neptunium \
        Pu-plutonium Am-americium Cm-curium Bk-berkelium Cf-californium Es-einsteinium Fm-fermium \
        Md-mendelevium No-nobelium Lr-lawrencium Rf-rutherfordium Db-dubnium Sg-seaborgium \
        Bh-bohrium Hs-hassium Mt-meitnerium Ds-darmstadtium Rg-roentgenium Cn-copernicium \
        Nh-nihonium Fl-flerovium Mc-moscovium Lv-livermorium Ts-tennessine Og-oganesson
        """

    /// By symbol, name or number.
    static func named(_ text: String) -> Element? {
        if let number = Fact.integer(text, in: 1...all.count) { return all[number - 1] }
        return all.first { $0.symbol == text } ?? all.first { $0.name == text.lowercased() }
    }

    /// The noble gases end the periods.
    private static let noble = [0, 2, 10, 18, 36, 54, 86, 118]

    /// The row of the periodic table, 1...7.
    var period: Int { Self.noble.firstIndex { number <= $0 } ?? 7 }

    /// The column, 1...18; `nil` in the rows of the lanthanoids and actinoids.
    var group: Int? {
        let place = number - Self.noble[period - 1]
        let length = Self.noble[period] - Self.noble[period - 1]
        switch length {
        case 2: return place == 1 ? 1 : 18
        case 8: return place <= 2 ? place : place + 10
        case 18: return place
        default:
            // The first fifteen of the f block stand below the table.
            return place <= 2 ? place : place <= 17 ? nil : place - 14
        }
    }
}
