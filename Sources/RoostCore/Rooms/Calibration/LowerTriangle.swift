import Glibc

/// A lower triangular matrix with a positive diagonal, row by row: the root of a covariance by
/// Cholesky's decomposition.
struct LowerTriangle {
    private let size: Int
    private var values: [Double]

    /// - Parameter covariance: Symmetric, row by row; only its lower triangle is read.
    /// - Returns: `nil` if it is no covariance.
    init?(rootOf covariance: [Double], size: Int) {
        self.size = size
        values = [Double](repeating: 0, count: size * size)
        for row in 0..<size {
            for column in 0...row {
                var value = covariance[row * size + column]
                for inner in 0..<column { value -= self[row, inner] * self[column, inner] }
                if row == column {
                    guard value > 0 else { return nil }
                    values[row * size + row] = value.squareRoot()
                } else {
                    values[row * size + column] = value / self[column, column]
                }
            }
        }
    }

    subscript(row: Int, column: Int) -> Double { values[row * size + column] }

    /// The logarithm of the determinant of the matrix that this is the root of.
    var logDeterminantOfSquare: Double {
        (0..<size).reduce(0) { $0 + 2 * log(self[$1, $1]) }
    }

    /// The solution by forward substitution.
    private func solution(of right: [Double]) -> [Double] {
        var solution: [Double] = []
        for row in 0..<size {
            let known = (0..<row).reduce(0.0) { $0 + self[row, $1] * solution[$1] }
            solution.append((right[row] - known) / self[row, row])
        }
        return solution
    }

    /// How far `deviation` is from 0 in units of the covariance, squared.
    func squareOfSolution(_ deviation: [Double]) -> Double {
        solution(of: deviation).reduce(0) { $0 + $1 * $1 }
    }

    /// The inverse of the matrix that this is the root of, row by row.
    var inverseOfSquare: [Double] {
        let columns = (0..<size).map { one in
            solution(of: (0..<size).map { $0 == one ? 1 : 0 })
        }
        return columns.flatMap { a in
            columns.map { b in zip(a, b).reduce(0.0) { $0 + $1.0 * $1.1 } }
        }
    }
}
