import RoostFormats
import TestBroker
import Testing

/// In a real browser; see `Browser.program`.
@Suite("The live page", .serialized, .enabled(if: Browser.program != nil))
struct LivePageTests {
    /// Opens the page of a house in which nobody and nothing is known yet, unless it is furnished.
    private static func with(
        isFurnished: Bool = true, _ body: (Home, Page) async throws -> Void
    ) async throws {
        let port = try freePort()
        let settings = ["web:", "  address: 127.0.0.1:\(port)"]
        try await Home.with(settings: settings, isFurnished: isFurnished) { home in
            try await Browser.with(in: home.broker.directory) { browser in
                let page = try await browser.open("http://127.0.0.1:\(port)/")
                try await page.wait(for: "Connected", in: "#connection")
                try await body(home, page)
                try page.requireNoComplaints()
            }
        }
    }

    @Test("People, things, places and alerts appear as they come, and what is deleted goes")
    func changes() async throws {
        try await Self.with(isFurnished: false) { home, page in
            try await page.wait(for: "Nobody is here yet")
            try await home.furnish()
            home.phone("alice").at(.home)
            try await page.wait(for: "Home", in: "#people [data-key=alice] .where")
            try await page.waitForEnd(of: "Nobody is here yet")
            try await page.wait(for: "1 person", in: "#places [data-key=home]")
            // Bob has no phone.
            try await page.wait(for: "Whereabouts unknown", in: "#people [data-key=bob]")
            try await page.wait(for: "None so far.", in: "#alerts")

            try await home.giveAliceKeys()
            home.node("kitchen-1").hears()
            try await page.wait(for: "with Alice", in: "#items [data-key=keys] .pill")
            try await page.wait(for: "Home, Kitchen", in: "#items [data-key=keys] .where")
            try await home.leave(hearingKeys: true)
            try await page.wait(for: "not with Alice", in: "#items [data-key=keys] .pill")
            try await page.wait(for: "Travelling", in: "#people [data-key=alice]")
            try await page.wait(for: "0 people", in: "#places [data-key=home]")
            let alert = try await page.text("#alerts .critical")
            #expect(alert.contains("Keys stayed in Kitchen, Home."), "\(alert)")
            #expect(alert.contains("critical · to Alice · "), "\(alert)")
            // Spoken with the name, and only once.
            let spoken = try await page.value(
                "[...document.querySelectorAll('#announcement p')].map((p) => p.innerText)")
            let words = spoken.array?.compactMap(\.string) ?? []
            #expect(words.count(where: { $0.contains("Keys stayed") }) == 1, "\(words)")
            #expect(words.allSatisfy { $0.hasPrefix("Alice: ") }, "\(words)")

            try await home.save("alice", "item/delete", ["item": "keys"])
            try await home.save(nil, "user/delete", ["user": "bob"])
            try await page.wait(until: "document.getElementById('items-section').hidden")
            try await page.wait(until: "!document.querySelector('#people [data-key=bob]')")
        }
    }

    @Test("The clock has a hand for each person, which points at where they are")
    func clock() async throws {
        try await Self.with { home, page in
            home.phone("alice").at(.home)
            try await home.waitFor("alice", hand: "home")
            home.phone("bob").at(.street)
            try await home.waitFor("bob", hand: "travelling")
            try await page.waitForHands(["Alice: home": "home", "Bob: travelling": "travelling"])
            home.phone("alice").at(.street)
            try await page.waitForHands(
                ["Alice: travelling": "travelling", "Bob: travelling": "travelling"])
        }
    }

    @Test("The page says that it is cut off, and goes on by itself")
    func outages() async throws {
        try await Self.with { home, page in
            home.phone("alice").at(.home)
            try await page.wait(for: "Home", in: "#people [data-key=alice]")
            home.broker.stop()
            try await page.wait(for: "No broker · for", in: "#connection")
            try await page.wait(for: "this may be old", in: "#connection")
            try home.broker.start()
            try await page.wait(for: "Connected", in: "#connection")

            #expect(try await home.gateway.stop() == 0)
            try await page.wait(for: "Reconnecting…", in: "#connection")
            // What was known stays.
            #expect(try await page.text("#people [data-key=alice]").contains("Home"))
            home.phone("alice").at(.street)
            try home.gateway.start()
            try await page.wait(for: "Connected", in: "#connection")
            try await page.wait(for: "Travelling", in: "#people [data-key=alice]")
        }
    }

    @Test("Names are shown as they are written, and long ones fit a narrow screen")
    func names() async throws {
        try await Self.with { home, page in
            let name = "<img src=x onerror=alert(1)> & \u{05D0}\u{05D1}"
            let long = String(repeating: "Llanfairpwllgwyngyll", count: 8)
            try await home.save(nil, "user/save", ["user": "alice", "name": JSON(name)])
            try await home.save(nil, "user/save", ["user": "bob", "name": JSON(long)])
            try await home.save(
                "bob", "item/save",
                ["name": JSON(long), "kind": "key", "beacon": JSON(Home.keys)])
            for user in ["alice", "bob"] { home.phone(user).at(.home) }
            try await page.wait(for: "Home", in: "#people [data-key=bob]")
            try await page.wait(for: "Home", in: "#people [data-key=alice]")
            #expect(try await page.text("#people [data-key=alice] h3") == name)
            #expect(try await page.value("document.querySelector('main img')") == .null)
            for width in [320, 700, 1400] {
                try await page.resize(toWidth: width)
                let extent = try await page.value("document.scrollingElement.scrollWidth")
                #expect(extent.number?.double ?? .infinity <= Double(width), "\(width)")
            }
        }
    }
}

extension Page {
    /// Waits until each hand of the clock, by its words, points at the label that is given for it.
    fileprivate func waitForHands(_ awaited: [String: String]) async throws {
        let nearestLabels = """
            (() => {
              const middle = (element) => {
                const box = element.getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
              };
              const labels = [...document.querySelectorAll('#clock .label')];
              return [...document.querySelectorAll('#clock .hand')].map((hand) => {
                const [tipX, tipY] = middle(hand.querySelector('circle'));
                const distance = (label) => {
                  const [labelX, labelY] = middle(label);
                  return Math.hypot(labelX - tipX, labelY - tipY);
                };
                labels.sort((one, other) => distance(one) - distance(other));
                return [hand.querySelector('title').textContent, labels[0].textContent];
              });
            })()
            """
        var shown: [String: String] = [:]
        try await eventually("hands at \(awaited), which are at \(shown)") {
            let hands = try await value(nearestLabels).array ?? []
            shown = Dictionary(
                hands.map { ($0.array?.first?.string ?? "", $0.array?.last?.string ?? "") },
                uniquingKeysWith: { one, _ in one })
            return shown == awaited ? () : nil
        }
    }
}
