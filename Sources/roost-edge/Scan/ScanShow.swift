import BluetoothScanner
import RoostCore
import RoostFormats
import SystemPackage
import Terminal

/// Shows what is heard: live, at the end, or line by line.
struct ScanShow {
    private let isLive: Bool
    private let printsJSON: Bool
    private var board = ScanBoard()
    private var recognizer = Recognizer()
    private var screen = Screen()
    private var nextDraw = ContinuousClock.now
    /// Whether the reader of the output is gone.
    private(set) var isUnread = false

    init(isLive: Bool, printsJSON: Bool) {
        self.isLive = isLive
        self.printsJSON = printsJSON
    }

    mutating func hear(_ heard: HeardAdvertisement) {
        let recognition = recognizer.recognize(heard.advertisement, at: heard.time)
        board.hear(heard, recognition)
        guard printsJSON else { return }
        let line = ScanLine(heard: heard, recognition: recognition)
        if !Screen.write(line.jsonText + "\n") { isUnread = true }
    }

    mutating func draw(_ radio: any Radio) {
        guard isLive, nextDraw <= .now else { return }
        nextDraw = .now + .milliseconds(500)
        // A terminal erases the last character of a full line.
        let (width, height) = (Screen.size.width - 1, Screen.size.height)
        let means = radio.condition.adapters.inOrder
            .map { "hci\($0.key) \($0.value.state)" }
        let header = radio.condition.trouble ?? means.joined(separator: ", ")
        let title = "\(header) – \(board.count) advertisements"
        screen.draw(
            [title.fitted(to: width), ""]
                + board.lines(width: width, height: height - 3, isColored: screen.isColored))
    }

    mutating func end() {
        screen.leave()
    }

    /// - Throws: `ScanError` with what kept the radio from hearing anything.
    func finish(_ radio: any Radio) throws {
        if !isLive, !printsJSON {
            let lines = board.lines(width: 120, height: nil, isColored: false)
            Screen.write("\(board.count) advertisements\n\n" + lines.joined(separator: "\n") + "\n")
        }
        for remark in radio.condition.remarks {
            try FileDescriptor.standardError.writeAll("Note: \(remark)\n".utf8)
        }
        if board.count == 0, let trouble = radio.condition.trouble {
            throw ScanError(description: trouble)
        }
    }
}

struct ScanError: Error, CustomStringConvertible {
    var description: String
}

/// An advertisement as a line of JSON.
private struct ScanLine: JSONWritable {
    var heard: HeardAdvertisement
    var recognition: Recognition

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("time", heard.time)
            json.member("adapter", Int(heard.adapter))
            json.member("address", heard.advertisement.address?.description)
            json.nullable("beacon", recognition.beacon)
            json.member("kind", recognition.kind)
            json.nullable("rssi", heard.advertisement.rssi?.dBm)
            json.member("tx_power", recognition.calibratedPower)
            json.member("battery", recognition.battery)
            json.member("name", recognition.name)
            json.member("data", heard.advertisement.data.hex)
        }
    }
}
