/**
 * A piece of a painted triangle. `corners` are barycentric weights of the whole triangle's corners.
 */
export type PaintedTriangle = {
  readonly corners: readonly [Weights, Weights, Weights]
  readonly filament: number
}
type Weights = readonly [number, number, number]

/** Maximum number of nested splits. Smaller pieces would be smaller than a printer's nozzle. */
const depthMax = 12
const trianglesMax = 20_000

const middle = (a: Weights, b: Weights): Weights => [
  (a[0] + b[0]) / 2,
  (a[1] + b[1]) / 2,
  (a[2] + b[2]) / 2,
]

/**
 * Reads a triangle's painting by PrusaSlicer, Bambu Studio or OrcaSlicer. Each hex digit, from the
 * end of the code, is a filament or a split of the triangle into two to four.
 * @returns undefined if the code is damaged.
 */
export function readPainting(code: string): PaintedTriangle[] | undefined {
  const triangles: PaintedTriangle[] = []
  let at = code.length
  const next = (): number => {
    at--
    const digit = Number.parseInt(code[at] ?? '', 16)
    if (Number.isNaN(digit)) throw new RangeError('The code ends too early.')
    return digit
  }
  const read = (corners: PaintedTriangle['corners'], depth: number): void => {
    const digit = next()
    const sides = digit & 3
    if (sides === 0) {
      // Filaments from 3 on have a second digit.
      triangles.push({ corners, filament: digit >> 2 === 3 ? next() + 3 : digit >> 2 })
      return
    }
    if (depth > depthMax || triangles.length > trianglesMax)
      throw new RangeError('Too many splits.')
    for (const child of split(corners, sides, digit >> 2).toReversed()) read(child, depth + 1)
  }
  try {
    read(
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      0,
    )
    return triangles
  } catch {
    return undefined
  }
}

/**
 * @param sides number of split edges.
 * @param special corner at which the split starts.
 */
function split(
  corners: PaintedTriangle['corners'],
  sides: number,
  special: number,
): PaintedTriangle['corners'][] {
  const pick = (step: 0 | 1 | 2) => corners[(special + step) % 3] ?? corners[0]
  const [a, b, c] = [pick(0), pick(1), pick(2)]
  if (sides === 1) {
    const across = middle(b, c)
    return [
      [a, b, across],
      [across, c, a],
    ]
  }
  const [first, last] = [middle(a, b), middle(c, a)]
  if (sides === 2) {
    return [
      [a, first, last],
      [first, b, last],
      [b, c, last],
    ]
  }
  const across = middle(b, c)
  return [
    [a, first, last],
    [first, b, across],
    [across, c, last],
    [first, across, last],
  ]
}
