import Foundation
import GRDB
public import RoostCore

/// A request that is acknowledged and not answered yet.
public struct WaitingRequest: Hashable, Sendable, Identifiable {
    public var id: Int64
    public var topic: String
    public var payload: [UInt8]
    public var responseTopic: String?
    public var correlationData: [UInt8]?
    /// `nil` if an earlier version stored it.
    public var asking: Asking?

    public init(
        id: Int64, topic: String, payload: [UInt8], responseTopic: String? = nil,
        correlationData: [UInt8]? = nil, asking: Asking? = nil
    ) {
        self.id = id
        self.topic = topic
        self.payload = payload
        self.responseTopic = responseTopic
        self.correlationData = correlationData
        self.asking = asking
    }

    /// The time of the request and its user's position then, which may change before the answer.
    public struct Asking: Hashable, Sendable, Codable {
        public var time: Timestamp
        /// `nil` if the position was unknown.
        public var standpoint: Standpoint?

        public init(time: Timestamp, standpoint: Standpoint?) {
            self.time = time
            self.standpoint = standpoint
        }
    }
}

extension Schema {
    static let waiting = """
        CREATE TABLE waiting_request (
            id             INTEGER PRIMARY KEY,
            topic          TEXT NOT NULL,
            payload        BLOB NOT NULL,
            response_topic TEXT,
            correlation    BLOB
        ) STRICT;
        """
    static let asking = "ALTER TABLE waiting_request ADD COLUMN asking TEXT"
}

extension Store {
    /// The requests not answered when the gateway stopped, oldest first.
    public func waitingRequests() throws -> [WaitingRequest] {
        try database.read { db in
            let json = JSONDecoder()
            return try Row.fetchAll(
                db, sql: "SELECT * FROM waiting_request ORDER BY id"
            ).map { row in
                let asking: String? = row["asking"]
                return WaitingRequest(
                    id: row["id"], topic: row["topic"], payload: Array(row["payload"] as Data),
                    responseTopic: row["response_topic"],
                    correlationData: row.bytes("correlation"),
                    // An unknown format of a later version does not keep the request from being
                    // answered.
                    asking: asking.flatMap {
                        try? json.decode(WaitingRequest.Asking.self, text: $0)
                    })
            }
        }
    }
}

extension ChangeWriter {
    func write(_ request: WaitingRequest) throws {
        try run(
            """
            INSERT INTO waiting_request (id, topic, payload, response_topic, correlation, asking)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                request.id, request.topic, Data(request.payload), request.responseTopic,
                request.correlationData.map { Data($0) }, try request.asking.map(text),
            ])
    }

    func removeWaiting(_ id: Int64) throws {
        try run("DELETE FROM waiting_request WHERE id = ?", [id])
    }
}
