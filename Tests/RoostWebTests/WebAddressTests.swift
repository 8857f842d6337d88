import Testing

@testable import RoostWeb

@Suite("WebAddress")
struct WebAddressTests {
    @Test(
        "Loopback addresses are read",
        arguments: [
            ("127.0.0.1:8080", "127.0.0.1:8080"), ("127.1.2.3:1", "127.1.2.3:1"),
            ("[::1]:8080", "[::1]:8080"), ("localhost:65535", "127.0.0.1:65535"),
            ("LocalHost:80", "127.0.0.1:80"), (":8080", "127.0.0.1:8080"), (":0", "127.0.0.1:0"),
        ])
    func reads(text: String, described: String) throws {
        let address = try WebAddress(text)
        #expect(address.description == described)
        #expect(try WebAddress(address.description) == address)
    }

    @Test(
        "Text that is not HOST:PORT is refused",
        arguments: [
            "", ":", "8080", "localhost", "localhost:", "localhost:http", "localhost:65536",
            ":-1", ":+1", ": 80", "::1", "::1:8080", "[::1]", "[::1:8080", "::1]:8080",
            "http://localhost:8080", "me@localhost:8080", "local host:80",
        ])
    func refusesMalformed(text: String) {
        #expect(throws: WebAddressError.malformed(text)) { try WebAddress(text) }
    }

    @Test(
        "Addresses that other machines could reach are refused",
        arguments: [
            "0.0.0.0", "[::]", "192.168.1.2", "128.0.0.1", "127.0.0.256", "127.0.1", "127.0.0.0x1",
            "127.+1.0.1", "example.org", "127.0.0.1.example.org", "[::ffff:127.0.0.1]",
            "home.localhost",
        ])
    func refusesForeign(host: String) {
        #expect(throws: WebAddressError.notLoopback(host)) { try WebAddress("\(host):8080") }
    }

    @Test("An error says what to do instead")
    func says() {
        let refusal = WebAddressError.notLoopback("0.0.0.0").description
        #expect(refusal.contains("ssh -L 8080:127.0.0.1:8080"))
        #expect(refusal.contains("reverse proxy"))
        #expect(WebAddressError.malformed("x").description.contains("127.0.0.1:8080"))
    }
}

@Suite("Loopback")
struct LoopbackTests {
    @Test(
        "The names of this machine are recognized, with any port",
        arguments: [
            "localhost", "localhost:8080", "LOCALHOST:1", "127.0.0.1", "127.0.0.1:8080", "[::1]",
            "[::1]:8080", "roost.localhost:8080", "localhost:",
        ])
    func accepts(authority: String) {
        #expect(Loopback.contains(authority: authority))
    }

    @Test(
        "No other name is recognized",
        arguments: [
            "", ":8080", "evil.example", "evil.example:8080", "localhost.evil.example",
            "127.0.0.1.evil.example", "notlocalhost", "192.168.1.2", "0.0.0.0", "[::]", "::1",
            "localhost:8080:evil", "localhost:evil", "evil@localhost", "127.0.0.1:80@evil",
        ])
    func refuses(authority: String) {
        #expect(!Loopback.contains(authority: authority))
    }
}
