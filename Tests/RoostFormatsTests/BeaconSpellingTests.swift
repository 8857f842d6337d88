import RoostCore
import Testing

@testable import RoostFormats

@Suite("Spellings of beacons")
struct BeaconSpellingTests {
    @Test(
        "All spellings of a beacon give the same id",
        arguments: [
            (
                "ibeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825:10:7",
                [
                    "ibeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825:10:7",
                    "iBeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825-10-7",
                    "FDA50693-A4E2-4FB1-AFCF-C6EB07647825-10-7",
                    "fda50693a4e24fb1afcfc6eb07647825-10-7",
                    "IBEACON:FDA50693A4E24FB1AFCFC6EB07647825:010:00007",
                    "ibeacon:fda50693a4e24fb1afcfc6eb07647825000a0007",
                    "fda50693-a4e2-4fb1-afcf-c6eb07647825_10_7",
                ]
            ),
            (
                "ibeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825",
                ["fda50693a4e24fb1afcfc6eb07647825", "FDA50693-A4E2-4FB1-AFCF-C6EB07647825"]
            ),
            (
                "mac:aabbccddeeff",
                [
                    "mac:aabbccddeeff", "AA:BB:CC:DD:EE:FF", "aabbccddeeff", "AABBCCDDEEFF",
                    "aa-bb-cc-dd-ee-ff", "aabb.ccdd.eeff", "mac:AA:BB:CC:DD:EE:FF",
                    "known:aabbccddeeff", "MAC:AABBCCDDEEFF",
                ]
            ),
            (
                "irk:00112233445566778899aabbccddeeff",
                [
                    "irk:00112233445566778899AABBCCDDEEFF",
                    "IRK:00112233445566778899aabbccddeeff",
                ]
            ),
            (
                "eddystone:00010203040506070809:aabbccddeeff",
                [
                    "eddystone:00010203040506070809:AABBCCDDEEFF",
                    "eddy:00010203040506070809-aabbccddeeff",
                    "eddy:0001020304040506070809-aabbccddeeff",
                ]
            ),
            (
                "altbeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825:10:7",
                ["altBeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825-10-7"]
            ),
            ("tile:aabbccddeeff", ["tile:aabbccddeeff", "Tile:AA:BB:CC:DD:EE:FF"]),
            ("keys:anna", ["keys:anna", "Keys:Anna"]), ("name:my-tag", ["name:my-tag"]),
            ("smarttag:0123456789abcdef", ["smarttag:0123456789ABCDEF"]),
            ("phone:zoë", ["phone:Zoë"]),
        ])
    func spellings(_ canonical: String, _ spellings: [String]) {
        for spelling in spellings {
            #expect(BeaconID(spelling: spelling)?.rawValue == canonical, "\(spelling)")
        }
        #expect(BeaconID(spelling: canonical)?.rawValue == canonical)
    }

    @Test(
        "Texts that identify no single device are no beacon",
        arguments: [
            "", " ", ":", "a:", ":a", "keys", "apple:1005:9-24", "apple:findmy", "msft:cdp:0905",
            "md:0059:20", "sd:fe95", "ad:x", "exp:20", "smarttag:20", "mac:aabbccddee", "mac:xyz",
            "irk:0011", "eddy:00-11", "eddy:0001020304FF0506070809-aabbccddeeff",
            "ibeacon:nonsense", "ibeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825:70000:1",
            "ibeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825:1", "aa:bb:cc:dd:ee",
            "ibeacon\u{1a}fda50693-a4e2-4fb1-afcf-c6eb07647825:1:1", "keys:an na", "keys:a\u{0}",
            "ibeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825:1:", "aa:bb-cc:dd:ee:ff", "1:2",
            "d3:11:22:33:44:5O", "aa:bb:cc:dd:ee:zz", "AA-BB-CC-DD-EE-ZZ",
            "x:" + String(repeating: "y", count: 127),
            // All Govee thermometers send this one.
            "iBeacon:494E5445-4C4C-495F-524F-434B535F4857-20597-62143",
            "494e54454c4c495f524f434b535f48575075f2ff",
        ])
    func strangers(_ spelling: String) {
        #expect(BeaconID(spelling: spelling) == nil)
    }

    @Test("What is no identity may be a name, but not an identity that many devices share")
    func names() {
        #expect(BeaconID(spellingOrName: "keys_anna")?.rawValue == "name:keys_anna")
        for shared in [
            "494e54454c4c495f524f434b535f48575075f2ff",
            "494e54454c4c495f524f434b535f4857-20597-62143",
        ] {
            #expect(BeaconID(spellingOrName: shared) == nil)
        }
    }

    @Test(
        "A name given by its owner is the one that a scanner's name becomes",
        arguments: ["Schlüssel", "anna's_keys", "Keys-2"])
    func names(_ name: String) {
        let scanned = BeaconID(spellingOrName: name)
        #expect(scanned != nil && BeaconID(spelling: "name:" + name) == scanned)
    }
}
