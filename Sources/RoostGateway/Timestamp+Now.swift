import Foundation
public import RoostCore

extension Timestamp {
    /// What the host's clock shows.
    public static var now: Timestamp {
        Timestamp(milliseconds: Int64((Date.now.timeIntervalSince1970 * 1000).rounded(.down)))
    }
}
