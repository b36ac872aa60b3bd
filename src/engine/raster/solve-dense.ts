/**
 * Solves a small system of equations by Gauss-Jordan elimination without pivoting, in place.
 * @param rows the coefficients of an equation, followed by its right-hand side. No pivot may be
 * near zero.
 */
export function solveDense(rows: readonly Float64Array[]): number[] {
  for (let p = 0; p < rows.length; p++) {
    for (let r = 0; r < rows.length; r++) {
      if (r === p) continue
      const factor = rows[r][p] / rows[p][p]
      for (let c = p; c <= rows.length; c++) rows[r][c] -= factor * rows[p][c]
    }
  }
  return rows.map((row, r) => row[rows.length] / row[r])
}
