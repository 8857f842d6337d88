import MQTT
import RoostStore
import Synchronization

/// A request with a picture to pack before it is answered.
struct PictureJob: Sendable {
    var id: Int64
    var message: MQTTMessage
    var asking: WaitingRequest.Asking?
    /// The picture as sent; `nil` if the request only waits for another one's.
    var picture: [UInt8]?
}

/// The handover of jobs from the loop and of packed pictures to it.
final class PictureBench: Sendable {
    typealias Packed = (job: PictureJob, result: PackedPicture.Outcome?)

    private struct State {
        var packed: [Packed] = []
        /// Jobs in progress, or packed and not yet taken: none is begun twice.
        var known: Set<Int64> = []
    }

    let jobs: AsyncStream<PictureJob>
    private let entrance: AsyncStream<PictureJob>.Continuation
    private let state = Mutex(State())
    private let waker: MQTTWaker

    init(waker: MQTTWaker) {
        (jobs, entrance) = AsyncStream.makeStream()
        self.waker = waker
    }

    func put(_ job: PictureJob) {
        if state.withLock({ $0.known.insert(job.id).inserted }) { entrance.yield(job) }
    }

    func finish(_ job: PictureJob, _ result: PackedPicture.Outcome?) {
        state.withLock { $0.packed.append((job, result)) }
        waker.wake()
    }

    func takePacked() -> [Packed] {
        state.withLock { state in
            let done = state.packed
            state.known.subtract(done.map(\.job.id))
            state.packed = []
            return done
        }
    }
}
