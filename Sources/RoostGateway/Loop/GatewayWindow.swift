import MQTT
import RoostCore
import RoostFormats
import RoostStore
import RoostWeb
import Synchronization

/// What other threads may see of the loop, and their one command to it: to stop.
final class GatewayWindow: Sendable {
    /// The content of the web page.
    let board = LiveBoard()
    private let waker: MQTTWaker
    private let state: Mutex<(health: Health, retention: Retention, isClosing: Bool)>

    init(waker: MQTTWaker, retention: Retention) {
        self.waker = waker
        state = Mutex((Health(started: .epoch), retention, false))
    }

    var isClosing: Bool { state.withLock { $0.isClosing } }
    var health: Health { state.withLock { $0.health } }
    /// How long history is kept.
    var retention: Retention { state.withLock { $0.retention } }

    /// Lets the loop finish its current work and end.
    func close() {
        state.withLock { $0.isClosing = true }
        waker.wake()
    }

    func keep(_ retention: Retention) {
        state.withLock { $0.retention = retention }
    }

    func show(health: Health) {
        state.withLock { $0.health = health }
    }

    /// Shows what was published under the retained topics.
    func show(_ news: [Publications.Message], topics: Topics, health: Health) {
        show(health: health)
        for message in news {
            guard let (kind, id) = topics.content(of: message.topic)?.shown else { continue }
            board.post(
                LiveUpdate(
                    kind: kind, id: id, json: message.payload.isEmpty ? nil : message.payload))
        }
    }

    /// Shows whether there is a broker: without one, the page gets no news.
    func show(isConnected: Bool, since time: Timestamp) {
        let json = JSONWriter.objectBytes { json in
            json.member("connected", isConnected)
            json.member("since", time)
        }
        board.post(LiveUpdate(kind: .gateway, id: "gateway", json: json))
    }

    /// Shows an effect, if it is an event.
    func show(_ effect: Effect) {
        switch effect {
        case .alert(let alert) where alert.delivery == .pushed && !alert.kind.isPrivate:
            board.post(LiveUpdate(kind: .alert, id: alert.id, json: alert.jsonBytes))
        case .announce(let transition):
            board.post(
                LiveUpdate(kind: .transition, id: transition.id, json: transition.jsonBytes))
        case .keep(.deleteUser(let user)):
            for alert in board.snapshot.alerts where alert.names(user) {
                board.post(LiveUpdate(kind: .alert, id: alert.id, json: nil))
            }
        default:
            break
        }
    }

    /// Shows alerts that were pushed before the gateway started.
    func show(alerts: [(id: String, payload: [UInt8])]) {
        for alert in alerts {
            board.post(LiveUpdate(kind: .alert, id: alert.id, json: alert.payload))
        }
    }
}

extension LiveUpdate {
    /// Whether it was sent to the user, or tells of them.
    fileprivate func names(_ user: ID<User>) -> Bool {
        guard let alert = json.flatMap({ try? JSON($0) }) else { return false }
        return ["user", "friend"].contains { alert[$0]?.string == user.rawValue }
    }
}

extension Topics.Content {
    /// The kind and id that it has on the page, if it is shown there.
    fileprivate var shown: (LiveUpdate.Kind, id: String)? {
        switch self {
        case .presence(let user): (.presence, user.rawValue)
        case .item(let item): (.item, item.rawValue)
        case .occupancy(let place): (.occupancy, place.rawValue)
        case .gatewayStatus, .alert, .friend, .ownItem: nil
        }
    }
}
