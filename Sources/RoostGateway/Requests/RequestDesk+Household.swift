import RoostCore
import RoostFormats

extension RequestDesk {
    mutating func importHousehold(
        _ payload: RequestPayload
    ) throws(RequestError) -> any JSONWritable {
        let changes = try HouseholdDocument.changes(
            payload, to: household, usual: engine.usualSettings, at: engine.now,
            names: engine.names(of:))
        let report = ImportReport(changes, to: household, at: engine.now)
        keep(changes)
        return report
    }

    func exportHousehold(_ payload: RequestPayload) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: [])
        return HouseholdDocument(household, at: engine.now)
    }
}
