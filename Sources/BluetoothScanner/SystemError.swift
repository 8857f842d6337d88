import Glibc

/// The error of a system call.
struct SystemError: Error, Hashable, CustomStringConvertible {
    var code: Int32

    init(code: Int32 = errno) {
        self.code = code
    }

    var description: String { String(cString: strerror(code)) }

    var isDenial: Bool { code == EPERM || code == EACCES }
}
