import Foundation
import RoostCore

/// Makes messages as phones and scanners publish them, always the same except for the time.
struct MessageGenerator {
    private let household: SampleHousehold
    private let count: Int
    /// When the messages were made, in seconds since 1970.
    private let made: Double
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// The messages cover this many seconds before they are sent: later times would be in the
    /// future, earlier ones late.
    private static let span = 20.0

    init(household: SampleHousehold, count: Int) {
        self.household = household
        self.count = count
        made = Date().timeIntervalSince1970
    }

    /// A position: most people stay in a place, every fifth walks outside, every fiftieth leaves a
    /// place.
    ///
    /// - Parameter time: Seconds since 1970; `nil` for the message's share of the time before now.
    mutating func fix(_ index: Int, at time: Double? = nil) -> (topic: String, payload: String) {
        let user = index % household.users
        let turn = Double(index / household.users)
        let turns = max(1, Double(count / household.users))
        // Real phones send whole seconds; this many fixes in so little time need finer ones.
        let time = time ?? moment(index)
        let jitter = 5 * number()
        let metres: (north: Double, east: Double) =
            if user % 5 == 0 {
                (500 + Double(user) + 1.4 * turn * Self.span / turns, jitter)
            } else if user % 50 == 1 {
                (400 * turn / turns + jitter, 0)
            } else {
                (jitter, Double(user % 30))
            }
        let (latitude, longitude) = SampleHousehold.position(
            of: user, north: metres.north, east: metres.east)
        let payload = """
            {"_type":"location","BSSID":"00:11:22:33:44:55","SSID":"wifi","acc":\(8 + user % 10),\
            "alt":180,"batt":\(40 + user % 60),"bs":1,"conn":"w","created_at":\(Int(time)),\
            "lat":\(decimals(latitude, 6)),"lon":\(decimals(longitude, 6)),"m":1,"t":"u",\
            "tid":"\(user % 100)","topic":"owntracks/\(household.user(user))/phone",\
            "tst":\(decimals(time, 3)),"vac":3,"vel":\(user % 5 == 0 ? 5 : 0)}
            """
        return ("owntracks/\(household.user(user))/phone", payload)
    }

    /// One of four nodes hears one of the tags.
    mutating func sighting(_ index: Int) -> (topic: String, payload: String) {
        let tag = index % household.tags
        let node = Self.node(hearing: tag, index / household.tags)
        let rssi = level(tag, node)
        let id = "iBeacon:" + household.beacon(tag, separator: "-")
        let payload = """
            {"id":"\(id)","disc":"","idType":9,"mac":"5a00\(decimals(Double(tag + 10_000_000), 0))",\
            "rssi@1m":-59,"rssi":\(decimals(rssi, 2)),"raw":\(decimals(rssi, 2)),\
            "distance":\(decimals(pow(10, (-59 - rssi) / 27), 2)),"var":0.42,"int":1023}
            """
        return ("espresense/devices/\(id)/\(SampleHousehold.node(node))", payload)
    }

    /// One node reports twenty tags.
    mutating func batch(_ index: Int) -> (topic: String, payload: String) {
        let node = index % SampleHousehold.nodes
        let time = moment(index)
        let first = index / SampleHousehold.nodes * LoadKind.batchSize
        let sightings = (0..<LoadKind.batchSize).map { offset in
            // Every fifth tag after the last is heard by this node: node and tag agree modulo 5.
            let tag = ((first + offset) * 5 + node % 5) % household.tags
            return """
                {"beacon":"ibeacon:\(household.beacon(tag))","rssi":\(Int(level(tag, node))),\
                "tx_power":-59,"time":"\(Self.text(time - 0.01 * Double(offset)))"}
                """
        }
        let payload = """
            {"sent":"\(Self.text(time))","sightings":[\(sightings.joined(separator: ","))]}
            """
        return ("roost/node/\(SampleHousehold.node(node))/sightings", payload)
    }

    // MARK: Numbers

    private func moment(_ index: Int) -> Double {
        made - Self.span + Self.span * Double(index) / Double(count)
    }

    /// The four nodes of a tag take turns.
    private static func node(hearing tag: Int, _ turn: Int) -> Int {
        (tag + 5 * (turn % 4)) % SampleHousehold.nodes
    }

    /// One of its nodes hears a tag loudest; the others hear it through walls.
    private mutating func level(_ tag: Int, _ node: Int) -> Double {
        (node == tag % SampleHousehold.nodes ? -62 : -78) + 6 * (number() - 0.5)
    }

    /// In 0..<1, by a linear congruence.
    private mutating func number() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 40) / Double(1 << 24)
    }

    private func decimals(_ number: Double, _ count: Int) -> String {
        var scale = 1.0
        for _ in 0..<count { scale *= 10 }
        let scaled = Int64((number.magnitude * scale).rounded())
        let whole = scaled / Int64(scale)
        let sign = number < 0 ? "-" : ""
        guard count > 0 else { return sign + String(whole) }
        return "\(sign)\(whole)." + (scaled % Int64(scale)).zeroPadded(to: count)
    }

    private static func text(_ time: Double) -> String {
        Date(timeIntervalSince1970: time).formatted(
            Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
