/// The answers to requests.
public enum Response {
    /// `{"id":…,"status":"ok","data":…}`, without the `id` if the request had none.
    public static func ok(id: JSON?, data: some JSONWritable) -> [UInt8] {
        answer(id: id, status: "ok", data: data)
    }

    /// Data sent before the answer: `{"id":…,"status":"listening","data":…}`.
    public static func listening(id: JSON?, data: some JSONWritable) -> [UInt8] {
        answer(id: id, status: "listening", data: data)
    }

    private static func answer(id: JSON?, status: String, data: some JSONWritable) -> [UInt8] {
        JSONWriter.objectBytes { json in
            json.member("id", id)
            json.member("status", status)
            json.member("data", data)
        }
    }

    /// `{"id":…,"status":"error","error":{"code":…,"message":…,"field":…}}`.
    public static func error(id: JSON?, _ error: RequestError) -> [UInt8] {
        JSONWriter.objectBytes { json in
            json.member("id", id)
            json.member("status", "error")
            json.object("error") { json in
                json.member("code", error.code.rawValue)
                json.member("message", error.message)
                json.member("field", error.field)
            }
        }
    }
}
