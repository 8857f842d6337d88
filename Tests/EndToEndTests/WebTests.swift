import Foundation
import FoundationNetworking
import RoostFormats
import TestBroker
import Testing

@Suite("The web page and its HTTP routes")
struct WebTests {
    @Test("Health, metrics and presence are served over HTTP, even while the broker is away")
    func readings() async throws {
        let port = try freePort()
        try await Home.with(settings: ["web:", "  address: 127.0.0.1:\(port)"]) { home in
            home.phone("alice").at(.home)
            try await home.waitFor("alice", hand: "home")
            try await home.client.settle()
            let site = "http://127.0.0.1:\(port)"
            #expect(try await get("\(site)/healthz").status == 200)
            let presence = try await get("\(site)/api/v1/presence")
            #expect(presence.status == 200)
            #expect(presence.text.contains("alice"))
            #expect(try await get("\(site)/").text.contains("<html"))
            #expect(try await get("\(site)/nonsense").status == 404)

            home.client.post(Array("{".utf8), to: "owntracks/alice/phone")
            try await home.client.settle()
            let metrics = try await get("\(site)/metrics").text
            #expect(metrics.contains("roost_up 1"))
            #expect(metrics.contains(#"roost_messages_refused_total{reason="malformed_json"} 1"#))

            home.broker.stop()
            try await waitForHealth(at: site, 503)
            #expect(try await get("\(site)/api/v1/presence").text.contains(#""connected":false"#))
            // The state on disk is shown even by a gateway that has no broker yet.
            #expect(try await home.gateway.stop() == 0)
            try home.gateway.start()
            try await eventually("the page without a broker") {
                let page = try? await get("\(site)/api/v1/presence").text
                return page?.contains(#""user":"alice""#) == true ? () : nil
            }
            try home.broker.start()
            try await waitForHealth(at: site, 200)
            #expect(try await get("\(site)/api/v1/presence").text.contains(#""connected":true"#))
        }
    }

    @Test("Spending alerts are not on the shared page, even after a restart")
    func privateAlerts() async throws {
        let port = try freePort()
        try await Home.with(settings: ["web:", "  address: 127.0.0.1:\(port)"]) { home in
            home.phone("alice").at(.home, .minutes(30))
            try await home.waitFor("alice", hand: "home")
            try await home.save("alice", "share/save", ["viewer": "bob", "level": "place"])
            try await home.save("alice", "expense/budget", ["amount": "10", "currency": "EUR"])
            home.phone("alice").at(Spot.home.north(3000), .minutes(20))
            home.phone("alice").at(.home, .minutes(10))
            // What bob is told of happens while it is shared with him.
            for metres in [3000.0, 3100] {
                home.phone("alice").at(Spot.home.north(metres), .minutes(0))
            }
            try await eventually("that bob is told that alice left") {
                home.alerts("bob", "friend_left").isEmpty ? nil : ()
            }
            // An amount that no time of day and no coordinate on the page can contain.
            try await home.save(
                "alice", "expense/save", ["amount": "1234.56", "category": "gifts"])
            try await eventually("the budget's alert") {
                home.alerts("alice", "budget_exceeded").isEmpty ? nil : ()
            }
            for _ in 1...2 {
                let page = try await get("http://127.0.0.1:\(port)/api/v1/presence").text
                #expect(page.contains("You left Home.") && !page.contains("1234.56"), "\(page)")
                #expect(page.contains("Alice left Home."), "\(page)")
                #expect(try await home.gateway.stop() == 0)
                try home.gateway.start()
                try await waitForHealth(at: "http://127.0.0.1:\(port)", 200)
            }
            try await home.save(nil, "user/delete", ["user": "alice"])
            let page = try await get("http://127.0.0.1:\(port)/api/v1/presence").text
            #expect(!page.contains("left Home."), "\(page)")
        }
    }

    private func waitForHealth(at site: String, _ status: Int) async throws {
        try await eventually("\(status) of \(site)/healthz") {
            // A gateway that has just started does not answer yet.
            (try? await get("\(site)/healthz").status) == status ? () : nil
        }
    }

    private func get(_ address: String) async throws -> (status: Int, text: String) {
        let url = try #require(URL(string: address))
        let (data, response) = try await URLSession.shared.data(from: url)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        return (status, String(decoding: data, as: UTF8.self))
    }
}
