import RoostCore
import RoostFormats

/// How a phone reports its position.
struct Manner {
    var accuracy = 12.0
    var battery: Int?
    /// In metres per second; reported while the phone moves.
    var speed: Double?
    /// OwnTracks' name of what the motion sensor reports.
    var motion: String?
    /// When it arrives, if not at once: messages queued on the phone come later.
    var arriving: Moment?
    /// How far the phone's clock is ahead, in seconds.
    var clockAhead = 0.0
}

extension Phone {
    /// The phone lies or is carried around at one spot.
    func stays(
        at spot: Ground, _ span: Span, every step: Double = 300, accuracy: Double = 12,
        battery: Int? = nil, arriving: Moment? = nil
    ) -> Line {
        let manner = Manner(accuracy: accuracy, battery: battery, arriving: arriving)
        return Line(
            "\(self) at \(spot.id)" + note(arriving), span,
            .said(span.moments(every: step).map { fix(spot, at: $0, manner) }))
    }

    /// The phone goes straight from one spot to another.
    func goes(
        from start: Ground, to end: Ground, _ span: Span, every step: Double = 20,
        accuracy: Double = 12, arriving: Moment? = nil
    ) -> Line {
        let way = hypotenuse(end.east - start.east, end.north - start.north)
        let manner = Manner(
            accuracy: accuracy, speed: way / span.duration, arriving: arriving)
        let fixes = (span.moments(every: step) + [span.upperBound]).map { moment in
            let share = (moment.seconds - span.lowerBound.seconds) / span.duration
            return fix(start.point(share, to: end), at: moment, manner)
        }
        return Line(
            "\(self) goes from \(start.id) to \(end.id)" + note(arriving), span, .said(fixes))
    }

    /// One single fix.
    func says(_ spot: Ground, at moment: Moment, _ manner: Manner = Manner()) -> Line {
        Line(
            "\(self) says \(spot.id) ± \(Int(manner.accuracy)) m" + note(manner.arriving),
            moment...moment, .said([fix(spot, at: moment, manner)]))
    }

    /// The app reports a crossing of its own geofence.
    func crosses(_ event: String, _ place: Ground, near spot: Ground, at moment: Moment) -> Line {
        let payload: Message.Payload = { calendar in
            var json = JSONWriter()
            json.object { json in
                json.member("_type", "transition")
                json.member("event", event)
                json.member("desc", place.id.titled)
                Self.write(spot, at: calendar.time(moment), Manner(), to: &json)
            }
            return json.bytes
        }
        return Line(
            "\(self) tells that it crossed \(place.id): \(event)", moment...moment,
            .said([Message(moment: moment, topic: "\(topic)/event", payload: payload)]))
    }

    private func fix(_ spot: Ground, at moment: Moment, _ manner: Manner) -> Message {
        let payload: Message.Payload = { calendar in
            var json = JSONWriter()
            json.object { json in
                json.member("_type", "location")
                let time = calendar.time(moment + manner.clockAhead)
                Self.write(spot, at: time, manner, to: &json)
            }
            return json.bytes
        }
        return Message(
            moment: max(moment, manner.arriving ?? moment), topic: topic, payload: payload,
            isKept: true)
    }

    private static func write(
        _ spot: Ground, at time: Timestamp, _ manner: Manner, to json: inout JSONWriter
    ) {
        json.coordinate(spot.coordinate)
        json.member("acc", Int(manner.accuracy))
        json.member("tst", Int(time.milliseconds / 1000))
        json.member("batt", manner.battery)
        // OwnTracks reports kilometres per hour.
        json.member("vel", manner.speed.map { Int(($0 * 3.6).rounded()) })
        json.member("motionactivities", manner.motion.map { [$0] })
    }

    private func note(_ arriving: Moment?) -> String {
        arriving.map { ", which arrives at \($0)" } ?? ""
    }

    private func hypotenuse(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }
}

extension Phone: CustomStringConvertible {
    var description: String { "\(user)'s \(device)" }
}
