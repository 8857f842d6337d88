import Glibc
import RoostCore
import RoostFormats
import RoostSettings

/// The advertisements of a capture, heard again.
final class CapturedRadio: Radio {
    enum Pace {
        /// At the original pace, with the present as the time.
        case asItWas
        /// At once, with the times of the capture.
        case atOnce
    }

    private var reader: CaptureReader
    private let pace: Pace
    private var next: CapturedAdvertisement?
    private let began = ContinuousClock.now
    private var first: Timestamp?
    /// The time of the last advertisement, for those without a time.
    private var last: Timestamp?
    /// Why the rest of the file cannot be read; everything before it counts.
    private var flaw: CaptureError?

    /// - Throws: `CaptureFileError` if the file cannot be read or is not a capture.
    init(file: String, pace: Pace) throws(CaptureFileError) {
        do {
            reader = try CaptureReader(WholeFile.read(file))
        } catch let error as CaptureError {
            throw CaptureFileError(file: file, reason: error.description)
        } catch {
            throw CaptureFileError(file: file, reason: "\(error)")
        }
        self.pace = pace
        advance()
    }

    var condition: RadioCondition {
        var remarks: [String] = []
        if let flaw { remarks.append("the rest of the capture cannot be read: \(flaw)") }
        if reader.skippedPackets > 0 {
            remarks.append("\(reader.skippedPackets) packets are of a kind that is not known here")
        }
        return RadioCondition(isOver: next == nil, isHearing: true, remarks: remarks)
    }

    func receive(timeout: Duration, _ handle: (HeardAdvertisement) -> Void) {
        let deadline = ContinuousClock.now + timeout
        while let captured = next, ContinuousClock.now < deadline {
            let now = Timestamp.now
            if pace == .asItWas {
                let due = began + .milliseconds(offset(of: captured.time))
                guard due <= deadline else { break }
                pause(until: due)
            }
            let time = pace == .asItWas ? now : captured.time ?? last ?? now
            last = time
            handle(
                HeardAdvertisement(
                    advertisement: captured.advertisement, adapter: captured.adapter ?? 0,
                    time: time, moment: .now))
            advance()
        }
        if next != nil { pause(until: deadline) }
    }

    func stop() {}

    private func advance() {
        do throws(CaptureError) {
            next = try reader.next()
        } catch {
            flaw = error
            next = nil
        }
        first = first ?? next?.time
    }

    /// Milliseconds from the first advertisement; one without a time comes at once.
    private func offset(of time: Timestamp?) -> Int64 {
        guard let first, let time else { return 0 }
        return max(0, time.milliseconds - first.milliseconds)
    }

    private func pause(until moment: ContinuousClock.Instant) {
        let left = (moment - ContinuousClock.now) / .microseconds(1)
        if left > 0 { usleep(UInt32(min(left, 1_000_000))) }
    }
}

struct CaptureFileError: Error, CustomStringConvertible {
    var file: String
    var reason: String

    var description: String { "\(file) cannot be read: \(reason)" }
}
