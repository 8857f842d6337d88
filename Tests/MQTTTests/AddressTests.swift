import MQTT
import Testing

@Suite("Broker URLs")
struct AddressTests {
    @Test(
        "A valid URL gives the broker's address, and whether to encrypt",
        arguments: [
            ("mqtt://broker", MQTTAddress.tcp(host: "broker", port: 1883), false),
            ("mqtt://broker:1884/", .tcp(host: "broker", port: 1884), false),
            ("mqtts://broker.example", .tcp(host: "broker.example", port: 8883), true),
            ("MQTTS://10.0.0.1:443", .tcp(host: "10.0.0.1", port: 443), true),
            ("mqtt://[::1]", .tcp(host: "::1", port: 1883), false),
            ("mqtt://[fe80::1]:1", .tcp(host: "fe80::1", port: 1), false),
            ("unix:/run/mqtt.sock", .unix(path: "/run/mqtt.sock"), false),
            ("unix:///run/mqtt.sock", .unix(path: "/run/mqtt.sock"), false),
        ])
    func good(url: String, address: MQTTAddress, isEncrypted: Bool) throws {
        let parsed = try MQTTAddress.parse(url)
        #expect(parsed.address == address)
        #expect(parsed.isEncrypted == isEncrypted)
        let options = try MQTTOptions(url: url, clientID: "x")
        #expect(options.tls == (isEncrypted ? .init() : nil))
    }

    @Test(
        "An invalid URL is refused with the reason",
        arguments: [
            ("", MQTTAddressError.unknownScheme("")),
            ("broker:1883", .unknownScheme("broker:1883")),
            ("http://broker", .unknownScheme("http://broker")),
            ("mqtt://bro\0ker", .unknownScheme("mqtt://bro\0ker")),
            ("mqtt://", .missingHost),
            ("mqtt://:1883", .missingHost),
            ("mqtt://broker:", .invalidPort("")),
            ("mqtt://broker:0", .invalidPort("0")),
            ("mqtt://broker:65536", .invalidPort("65536")),
            ("mqtt://broker:-1", .invalidPort("-1")),
            ("mqtt://broker:99999999999999999999", .invalidPort("99999999999999999999")),
            ("mqtt://broker:18x", .invalidPort("18x")),
            ("mqtt://broker/topic", .unexpected("/topic")),
            ("mqtt://[::1", .unexpected("[::1")),
            ("mqtt://[::1]x", .unexpected("x")),
            ("mqtt://me:secret@broker", .credentialsInURL),
            ("tcp://me:secret@broker", .credentialsInURL),
            ("unix:run/mqtt.sock", .relativePath("run/mqtt.sock")),
            ("unix://run/mqtt.sock", .relativePath("//run/mqtt.sock")),
            (
                "unix:/" + String(repeating: "x", count: 107),
                .pathTooLong("/" + String(repeating: "x", count: 107))
            ),
        ])
    func bad(url: String, error: MQTTAddressError) {
        #expect(throws: error) { try MQTTAddress.parse(url) }
    }
}
