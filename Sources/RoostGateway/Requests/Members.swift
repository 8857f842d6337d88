import RoostFormats

/// An object with members written by a closure.
struct Members: JSONWritable {
    let body: (inout JSONWriter) -> Void

    func write(to json: inout JSONWriter) { json.object(body) }
}
