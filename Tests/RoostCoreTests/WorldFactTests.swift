import Testing

@testable import RoostCore

@Suite("Facts about the world")
struct WorldFactTests {
    @Test("There are 118 elements, each with its own symbol and name")
    func elements() {
        #expect(Element.all.count == 118)
        #expect(Set(Element.all.map(\.symbol)).count == 118)
        #expect(Set(Element.all.map(\.name)).count == 118)
        let known = Set(Element.all.map(\.symbol))
        #expect(known.isSuperset(of: Fact.weights.keys))
        #expect(known.isSuperset(of: Fact.stories.keys))
    }

    static let places: [(symbol: String, number: Int, period: Int, group: Int?)] = [
        ("H", 1, 1, 1), ("He", 2, 1, 18), ("Li", 3, 2, 1), ("B", 5, 2, 13), ("Ne", 10, 2, 18),
        ("Na", 11, 3, 1), ("Cl", 17, 3, 17), ("Sc", 21, 4, 3), ("Zn", 30, 4, 12),
        ("Kr", 36, 4, 18), ("I", 53, 5, 17), ("Ba", 56, 6, 2), ("La", 57, 6, nil),
        ("Lu", 71, 6, nil), ("Hf", 72, 6, 4), ("Au", 79, 6, 11), ("Rn", 86, 6, 18),
        ("U", 92, 7, nil), ("Rf", 104, 7, 4), ("Og", 118, 7, 18),
    ]

    @Test("Each element has its place in the periodic table", arguments: places.indices)
    func place(index: Int) throws {
        let (symbol, number, period, group) = Self.places[index]
        let element = try #require(Element.named(symbol))
        #expect(element.number == number)
        #expect(element.period == period)
        #expect(element.group == group)
        #expect(Element.named(element.name.uppercased()) == element)
        #expect(Element.named(String(number)) == element)
    }

    @Test("Constants that follow from others agree with them")
    func constants() throws {
        func value(_ symbol: String) throws -> Double {
            let constant = try #require(PhysicalConstant.all.first { $0.symbol == symbol })
            return try #require(Double(constant.value.prefix { $0 != " " }))
        }
        func agree(_ one: Double, _ other: Double) -> Bool { abs(one / other - 1) < 1e-9 }
        let (c, h, e) = (try value("c"), try value("h"), try value("e"))
        let (alpha, electron) = (try value("alpha"), try value("m_e"))
        #expect(agree(try value("R"), try value("N_A") * value("k")))
        #expect(agree(try value("F"), try value("N_A") * e))
        #expect(agree(try value("R_inf"), alpha * alpha * electron * c / (2 * h)))
        #expect(agree(try value("a_0"), h / (2 * Double.pi * electron * c * alpha)))
        #expect(abs(try value("m_p") / electron - 1836.15267) < 1e-4)
        #expect(try value("m_n") > value("m_p"))
        #expect(Set(PhysicalConstant.all.map(\.symbol)).count == PhysicalConstant.all.count)
    }

    @Test(
        "Senseless values give no fact",
        arguments: [
            (Fact.Subject.number, "-1"), (.number, "1000000001"), (.number, "1e3"), (.number, ""),
            (.number, "٣"), (.math, "0"), (.math, "1001"), (.date, "02-30"), (.date, "13-01"),
            (.date, "2026-02-29"), (.date, "1-1"), (.date, "26-01-01"), (.year, "0"),
            (.year, "10000"), (.physics, "x"), (.chemistry, "unobtainium"), (.chemistry, "119"),
        ])
    func senseless(subject: Fact.Subject, value: String) {
        #expect(Fact.about(subject, value, choice: 1) == nil)
    }

    @Test("A randomly chosen fact can be asked for again", arguments: Fact.Subject.allCases)
    func chance(subject: Fact.Subject) throws {
        var texts: Set<String> = []
        for choice in 0..<200 as Range<UInt64> {
            let fact = try #require(Fact.about(subject, nil, choice: choice))
            #expect(fact == Fact.about(subject, nil, choice: choice))
            #expect(Fact.about(subject, fact.value, choice: choice)?.value == fact.value)
            #expect(fact.text.hasSuffix(".") && !fact.text.contains("  "))
            texts.insert(fact.text)
        }
        #expect(texts.count > 15, "there is more than one thing to say")
    }
}
