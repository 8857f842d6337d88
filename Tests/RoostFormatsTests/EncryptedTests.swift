import RoostCore
import Testing

@testable import RoostFormats

@Suite("Encrypted OwnTracks")
struct EncryptedTests {
    private static let plain =
        #"{"_type":"location","lat":52.5,"lon":13.4,"acc":12,"tst":1700000000,"tid":"an"}"#
    private static let data =
        "AAECAwQFBgcICQoLDA0ODxAREhMUFRYX8+oqbQCJfEuscPTWIpCW3oeYDKsnpNqNrHoBXiT16R+tcxqLA8IEQ6Qmbq9D"
        + "a9gJCnsOTxlGo63/LRsxj9r2nxNdkXpDEHRGtKA0H8fJ+lKmPWceClJ8FjVD/jZ/nzw="
    /// The bytes 0 to 23.
    private static let nonce = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYX"

    private let topic = "owntracks/anna/pixel"
    private let dialects = Dialects(
        secrets: Secrets(users: [ID(checked: "anna"): "s3cr3t"]))

    private func sealed(_ data: String) -> String {
        #"{"_type":"encrypted","data":"\#(data)","_id":"x"}"#
    }

    @Test("A known encrypted message opens")
    func vector() {
        let opened = dialects.read(topic, sealed(Self.data))
        #expect(opened == dialects.read(topic, Self.plain))
        #expect(opened.fix?.accuracy == 12)
    }

    @Test("A message from the Android app's own tests opens")
    func androidVector() {
        let data =
            "aUiEKyGnskRz383od0mu4uqxTIxeZUddBVxKEmsdv1FFSH2y0NwqLP1tTqOmxaFhGv0bNX1DT7o81FW9Yaxpla6B"
            + "yvr6CZV3t2skQv8nlxiIv1ZpQWM1bqHE0JFHwD3/yRx9bLHRF3j67kWcO6o2D/xn4ma8Fd4u86NPobFkRIzIhJlj"
            + "phEZyDCGugp7H3FkydGvgEkljb1/P1K91E/ij+m73wFplvTQm8ba5eWSFlQHDdY2B7QwbVPrKarHJLrm1+Y29+HD"
            + "4Wg6TNhBJZLvdsmek6AcZLB+bq7Q84tUWoLrKp3aiyJZZX70q4HbVI3skkmDWMuMP2cDmsY9bvBjh1ZWAGlOq5VS"
            + "1dWIlu6OWgWN9VdDbLzP+s2ykeFXrGs="
        let dialects = Dialects(secrets: Secrets(users: [ID(checked: "anna"): "123"]))
        let fix = dialects.read(topic, sealed(data)).fix
        #expect(fix?.coordinate == Coordinate(latitude: 50.1182933, longitude: -5.5407733))
        #expect(fix?.accuracy == 5)
    }

    @Test("A device's own key takes precedence over its user's")
    func keys() throws {
        let key = DeviceKey(user: ID(checked: "anna"), device: try #require(Device("pixel")))
        let both = Secrets(devices: [key: "s3cr3t"], users: [key.user: "other"])
        #expect(Dialects(secrets: both).read(topic, sealed(Self.data)).fix != nil)
        let wrong = Secrets(devices: [key: "other"], users: [key.user: "s3cr3t"])
        #expect(Dialects(secrets: wrong).reason(topic, sealed(Self.data)) == .undecryptable)
        #expect("\(both)" == "2 secrets")
    }

    @Test("A message that cannot be decrypted is refused as such")
    func undecryptable() {
        #expect(Dialects().reason(topic, sealed(Self.data)) == .undecryptable)
        #expect(dialects.reason(topic, sealed("")) == .undecryptable)
        #expect(dialects.reason(topic, sealed("AAAA")) == .undecryptable)
        #expect(dialects.reason(topic, sealed("no Base64!")) == .undecryptable)
        #expect(
            dialects.reason(topic, sealed(Self.data.replacing("8+oq", with: "8+or")))
                == .undecryptable)
        #expect(dialects.reason(topic, #"{"_type":"encrypted"}"#) == .missingField)
        #expect(dialects.reason(topic, #"{"_type":"encrypted","data":5}"#) == .wrongType)
    }

    @Test(
        "Decrypted contents are checked like any other message",
        arguments: [
            // not JSON
            ("AvLh2nhUT1XXmEwyM30BypLVJ/8Uh/Dh", .malformedJSON),
            // {"_type":"encrypted","data":"AAAA"}
            (
                "/ZFNG0leYdY4vmH5xIvwhoeYDKsnpNqNrHoIXyTm5Aa2eFyFDYwBVvJ9eadPH7VqJzYd",
                .nestedEncryption
            ),
            // {"_type":"location","user":"bob","lat":1,"lon":1,"tst":1}
            (
                "mAqRloeOt16rr4Nn/Jc7FoeYDKsnpNqNrHoBXiT16R+tcxqLA9sWUvQ+Yb8PMZYJSjYMDFdVqrLnI1U/"
                    + "gpvulA5NyStDQTpV8w==",
                .wrongUser
            ),
        ] as [(String, Refusal.Reason)])
    func inside(_ box: String, _ expected: Refusal.Reason) {
        #expect(dialects.reason(topic, sealed(Self.nonce + box)) == expected)
    }

    @Test(
        "Base64 is read strictly, with or without padding",
        arguments: [
            ("", []), ("aGk=", [104, 105]), ("aGk", [104, 105]), ("aA==", [104]),
            ("aGkh", [104, 105, 33]),
            ("a", nil), ("aGk=x", nil), ("aGl=", nil), ("a===", nil), ("aG k", nil), ("aGk==", nil),
            ("====", nil), ("aG-_", nil),
        ] as [(String, [UInt8]?)])
    func base64(_ digits: String, _ expected: [UInt8]?) {
        #expect(Base64.decode(bytes(digits)) == expected)
    }
}
