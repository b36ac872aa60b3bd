/**
 * Solves a square system of equations by Gaussian elimination with partial pivoting.
 * @param matrix n x n coefficients, row by row. Overwritten, like `right`.
 * @returns undefined if the matrix is singular.
 */
export function solveLinear(matrix: Float64Array, right: Float64Array): Float64Array | undefined {
  const n = right.length
  for (let column = 0; column < n; column++) {
    let pivot = column
    for (let row = column + 1; row < n; row++) {
      if (Math.abs(matrix[row * n + column]) > Math.abs(matrix[pivot * n + column])) pivot = row
    }
    if (!(Math.abs(matrix[pivot * n + column]) > 1e-14)) return undefined
    if (pivot !== column) swapRows(matrix, right, column, pivot)
    for (let row = column + 1; row < n; row++) {
      const factor = matrix[row * n + column] / matrix[column * n + column]
      if (factor === 0) continue
      for (let k = column; k < n; k++) matrix[row * n + k] -= factor * matrix[column * n + k]
      right[row] -= factor * right[column]
    }
  }
  const result = new Float64Array(n)
  for (let row = n - 1; row >= 0; row--) {
    let sum = right[row]
    for (let k = row + 1; k < n; k++) sum -= matrix[row * n + k] * result[k]
    result[row] = sum / matrix[row * n + row]
  }
  return result
}

// oxlint-disable-next-line max-params -- for each pivot
function swapRows(matrix: Float64Array, right: Float64Array, a: number, b: number): void {
  const n = right.length
  for (let k = 0; k < n; k++) {
    const value = matrix[a * n + k]
    matrix[a * n + k] = matrix[b * n + k]
    matrix[b * n + k] = value
  }
  const value = right[a]
  right[a] = right[b]
  right[b] = value
}
