import { solveDense } from '../../raster/solve-dense.ts'

type Fit = {
  readonly start: readonly number[]
  readonly steps: readonly number[]
  /** @param isStep whether only one value differs from the previous call, by one step. */
  readonly errorsOf: (values: readonly number[], isStep: boolean) => readonly number[]
}

const roundsMax = 6
/**
 * Smallest reduction of the error in one round, as a fraction of the error, for which the search
 * continues.
 */
const gainMin = 1e-3
const dampings = { first: 1, more: 4, tries: 5 } as const

/**
 * Minimises the sum of squared errors (K. Levenberg 1944, D. Marquardt 1963). Returns the values
 * and the minimal sum.
 */
export function leastSquares({ start, steps, errorsOf }: Fit) {
  let values = [...start]
  let errors = errorsOf(values, false)
  let squares = sumOfSquares(errors)
  let damping: number = dampings.first
  for (let round = 0; round < roundsMax; round++) {
    const slopes = steps.map((step, j) => {
      const [more, less] = [step, -step].map((by) =>
        errorsOf(
          values.map((value, k) => (k === j ? value + by : value)),
          true,
        ),
      )
      return more.map((value, k) => (value - less[k]) / (2 * step))
    })
    const before = squares
    for (let n = 0; n < dampings.tries && squares === before; n++) {
      const change = solveDense(equations(slopes, errors, damping))
      const moved = values.map((value, k) => value + change[k])
      const movedErrors = errorsOf(moved, false)
      const movedSquares = sumOfSquares(movedErrors)
      if (movedSquares < squares) {
        ;[values, errors, squares] = [moved, movedErrors, movedSquares]
        damping /= dampings.more
      } else damping *= dampings.more
    }
    if (before - squares <= gainMin * before) break
  }
  return { values, squares }
}

const sumOfSquares = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value * value, 0)

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, k) => sum + value * b[k], 0)

function equations(
  slopes: readonly (readonly number[])[],
  errors: readonly number[],
  damping: number,
): Float64Array[] {
  return slopes.map((own, j) => {
    const row = slopes.map((other, k) => dot(own, other) * (j === k ? 1 + damping : 1))
    return Float64Array.from([...row, -dot(own, errors)])
  })
}
