import RoostCore

/// What a Shelly of the second generation or later publishes while a script on it scans; each is a
/// node, named by its topic prefix.
enum ShellyFormat {
    private static let events = ShortWord("events")
    private static let rpc = ShortWord("rpc")
    private static let online = ShortWord("online")

    /// `<shelly>/events/rpc` and `<shelly>/online`.
    static func read(_ message: DialectMessage) throws(Refusal) -> Incoming {
        let topic = message.topic
        if isEvent(topic) {
            return message.payload.isEmpty ? .ignored : try notification(message)
        }
        guard isConnection(topic) else { throw Refusal(.unknownTopic) }
        // Every Shelly publishes this, and other devices have a topic of that name too.
        guard let isOnline = isOnline(message.payload),
            let node = try? ID<Node>(scanner: topic.text(0))
        else { return .ignored }
        return .events([.deviceStatus(node, isOnline: isOnline, isRetained: message.isRetained)])
    }

    /// Whether the topic holds anything to read.
    static func isOfInterest(_ topic: TopicTail) -> Bool { isEvent(topic) || isConnection(topic) }

    private static func isEvent(_ topic: TopicTail) -> Bool {
        topic.count == 3 && topic.word(1) == events && topic.word(2) == rpc
    }

    private static func isConnection(_ topic: TopicTail) -> Bool {
        topic.count == 2 && topic.word(1) == online
    }

    private static func isOnline(_ payload: [UInt8]) -> Bool? {
        if payload.elementsEqual("true".utf8) { return true }
        if payload.elementsEqual("false".utf8) { return false }
        return nil
    }

    /// The scan results among the events; the other events are of switches and the like.
    private static func notification(_ message: DialectMessage) throws(Refusal) -> Incoming {
        let params = try Refusal.json(message.payload)["params"]
        let scans = (params?["events"]?.array ?? [])
            .filter { $0["event"]?.string == "ble.scan_result" }
        guard !scans.isEmpty else { return .ignored }
        let node = try ID<Node>(scanner: message.topic.text(0))
        let sent = time(params?["ts"])
        var sightings: [Sighting?] = []
        var refusal: Refusal?
        for scan in scans {
            let time = time(scan["ts"]) ?? sent
            for report in reports(scan["data"]?.array ?? []) {
                do throws(Refusal) {
                    sightings.append(try sighting(report, at: time))
                } catch {
                    refusal = error
                }
            }
        }
        if sightings.isEmpty, let refusal { throw refusal }
        let heard = Incoming.heard(sightings, by: node, sent: sent, isRetained: message.isRetained)
        return Incoming(heard.events, refusal)
    }

    private static func time(_ seconds: JSON?) -> Timestamp? {
        seconds?.number.flatMap { Timestamp(secondsSinceEpoch: $0.double) }
    }

    /// One report in the first version of the script, several in the second; none in any other.
    private static func reports(_ data: [JSON]) -> [[JSON]] {
        switch data.first?.number?.integer {
        case 1: [Array(data.dropFirst())]
        case 2: data.dropFirst().first?.array?.map { $0.array ?? [] } ?? []
        default: []
        }
    }

    /// Address, RSSI, then the advertisement and the scan response in Base64.
    private static func sighting(
        _ report: [JSON], at time: Timestamp?
    ) throws(Refusal) -> Sighting? {
        guard report.count >= 3, let rssi = report[1].number?.double else {
            throw Refusal(.wrongType, "data")
        }
        guard let address = report[0].string.flatMap({ BluetoothAddress(spelling: $0) }) else {
            throw Refusal(.invalidID, "data")
        }
        var structures: [ADStructure] = []
        for part in report[2...].prefix(2) {
            guard let bytes = part.string.flatMap({ Base64.decode($0.utf8) }) else {
                throw Refusal(.wrongType, "data")
            }
            structures += AdvertisingData(bytes).structures
        }
        return Sighting(
            Advertisement(
                address: address, rssi: RSSI(dBm: rssi),
                data: AdvertisingData(joining: structures)),
            time: time)
    }
}
