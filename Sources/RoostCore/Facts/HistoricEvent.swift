/// Something that happened on a day, in original wording, with its source.
///
/// Days are of the calendar in use at that time and place.
struct HistoricEvent: Hashable {
    var year: Int
    var month: Int
    var day: Int
    /// The event, to follow "On 20 July 1969, ".
    var text: String
    var source: String

    init(_ year: Int, _ month: Int, _ day: Int, _ text: String, _ source: String) {
        self.year = year
        self.month = month
        self.day = day
        self.text = text
        self.source = source
    }

    var statement: Fact.Statement {
        Fact.Statement(
            "On \(CivilDay.name(month: month, day: day)) \(year), \(text)", source: source)
    }

    static let all = [
        HistoricEvent(
            1582, 10, 15, "the Gregorian calendar began: the day before was the fourth of October.",
            "Bull Inter gravissimas, 1582"),
        HistoricEvent(
            1610, 1, 7, "Galileo first saw moons of Jupiter, and took them for small stars.",
            "G. Galilei, Sidereus Nuncius, 1610"),
        HistoricEvent(
            1781, 3, 13, "William Herschel found Uranus from his garden, and thought it a comet.",
            "W. Herschel, Phil. Trans. R. Soc. 71, 492 (1781)"),
        HistoricEvent(
            1801, 1, 1, "Giuseppe Piazzi found Ceres, the first of the minor planets.",
            "G. Piazzi, Risultati delle osservazioni della nuova stella, 1801"),
        HistoricEvent(
            1809, 2, 12, "Charles Darwin and Abraham Lincoln were born, an ocean apart.",
            "Encyclopaedia Britannica, Charles Darwin; Abraham Lincoln"),
        HistoricEvent(
            1815, 12, 10, "Ada Lovelace was born, who wrote a program before there was a computer.",
            "Oxford Dictionary of National Biography, King, Ada"),
        HistoricEvent(
            1846, 9, 23,
            "Johann Galle found Neptune within a degree of where Le Verrier had reckoned "
                + "it to be.", "J. G. Galle, Mon. Not. R. Astron. Soc. 7, 153 (1846)"),
        HistoricEvent(
            1859, 11, 24, "Darwin's Origin of Species was published.",
            "C. Darwin, On the Origin of Species, John Murray, 1859"),
        HistoricEvent(
            1875, 5, 20, "seventeen states signed the Metre Convention in Paris.",
            "BIPM, The Metre Convention"),
        HistoricEvent(
            1879, 3, 14, "Albert Einstein was born in Ulm.", "The Nobel Foundation, Albert Einstein"
        ),
        HistoricEvent(
            1901, 12, 10, "the first Nobel Prizes were awarded.",
            "The Nobel Foundation, The first Nobel Prizes"),
        HistoricEvent(
            1903, 12, 17,
            "the Wright brothers flew four times; the longest flight took 59 seconds.",
            "Smithsonian National Air and Space Museum, 1903 Wright Flyer"),
        HistoricEvent(
            1912, 6, 23, "Alan Turing was born in London.",
            "Oxford Dictionary of National Biography, Turing, Alan Mathison"),
        HistoricEvent(
            1930, 2, 18, "Clyde Tombaugh found Pluto on two photographs taken in January.",
            "Lowell Observatory, History of Pluto"),
        HistoricEvent(
            1948, 12, 10, "the United Nations adopted the Universal Declaration of Human Rights.",
            "UN General Assembly resolution 217 A (III)"),
        HistoricEvent(
            1953, 4, 25, "Watson and Crick told of the double helix, on a little more than a page.",
            "Nature 171, 737 (1953)"),
        HistoricEvent(
            1957, 10, 4, "Sputnik 1 became the first artificial moon of the Earth.",
            "NASA History Office, Sputnik and the Dawn of the Space Age"),
        HistoricEvent(
            1961, 4, 12, "Yuri Gagarin went once around the Earth, the first human in space.",
            "NASA History Office, Vostok 1"),
        HistoricEvent(
            1969, 7, 20, "Apollo 11 landed on the Moon.",
            "NASA, Apollo 11 Mission Report, MSC-00171"),
        HistoricEvent(
            1969, 10, 29,
            "the first message went over the ARPANET: \"lo\", for the other computer "
                + "crashed at the third letter of \"login\".", "UCLA, the first IMP log"),
        HistoricEvent(
            1983, 1, 1, "the ARPANET changed over to TCP/IP.", "RFC 801, NCP/TCP Transition Plan"),
        HistoricEvent(
            1989, 11, 9, "the Berlin Wall was opened.",
            "Bundesarchiv, Der Mauerfall am 9. November 1989"),
        HistoricEvent(
            1991, 8, 6, "Tim Berners-Lee told a newsgroup of the World Wide Web.",
            "T. Berners-Lee, alt.hypertext, 6 August 1991"),
        HistoricEvent(
            2006, 8, 24,
            "the International Astronomical Union defined what a planet is, and Pluto "
                + "was none any more.", "IAU Resolution B5, 2006"),
        HistoricEvent(
            2012, 7, 4, "CERN told of a new particle, which proved to be the Higgs boson.",
            "CERN press release, 4 July 2012"),
        HistoricEvent(
            2015, 9, 14,
            "gravitational waves were measured for the first time: two black holes had "
                + "merged.", "Phys. Rev. Lett. 116, 061102 (2016)"),
        HistoricEvent(
            2019, 4, 10, "the first picture of a black hole's shadow was shown.",
            "Event Horizon Telescope, Astrophys. J. Lett. 875, L1 (2019)"),
        HistoricEvent(
            2019, 5, 20,
            "the kilogram ceased to be a piece of metal: it follows from Planck's "
                + "constant since.", "BIPM, The International System of Units, 9th edition"),
    ]
}
