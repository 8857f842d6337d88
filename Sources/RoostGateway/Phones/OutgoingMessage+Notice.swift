import RoostCore
import RoostFormats
import RoostStore

/// What makes the OwnTracks app of a user notify.
///
/// The app shows it on a map, and so needs a position: without a better one, where its user is.
extension OutgoingMessage {
    /// Returns `nil` if there is no position, or no app is told anything.
    init?(noticeOf alert: Alert, _ topics: Topics, _ engine: Engine) {
        self.init(
            notice: alert.text, to: alert.user, at: alert.time, alert.position, url: nil,
            expires: nil, topics, engine)
    }

    init?(noticeOf reminder: ReminderView, _ topics: Topics, _ engine: Engine) {
        self.init(
            notice: reminder.title, to: reminder.due.user, at: reminder.time, reminder.coordinate,
            url: reminder.url, expires: reminder.expires, topics, engine)
    }

    private init?(
        notice text: String, to user: ID<User>, at time: Timestamp, _ coordinate: Coordinate?,
        url: String?, expires: Timestamp?, _ topics: Topics, _ engine: Engine
    ) {
        guard let topic = topics.notice(user),
            let coordinate = coordinate ?? engine.location(of: user)?.fix.coordinate
        else { return nil }
        let notice = OwnTracksNotice(text: text, time: time, coordinate: coordinate, url: url)
        self.init(topic: topic, payload: notice.jsonBytes, expires: expires)
    }
}
