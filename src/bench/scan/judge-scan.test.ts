import { describe, expect, it } from 'vitest'
import { judgeScan } from './judge-scan.ts'

type Box = readonly [min: readonly number[], max: readonly number[]]

function joinBoxes(boxes: readonly Box[]) {
  const faces = [0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7]
  const corners = [...faces, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5]
  const positions = boxes.flatMap(([min, max]) =>
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [
      k & 1 ? max[0] : min[0],
      k & 2 ? max[1] : min[1],
      k & 4 ? max[2] : min[2],
    ]),
  )
  const indices = boxes.flatMap((_, k) => corners.map((corner) => corner + 8 * k))
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

const seat: Box = [
  [-40, 40, -30],
  [40, 100, 30],
]
const legs = [-38, 38].flatMap((x) =>
  [-28, 28].map((z): Box => {
    return [
      [x - 1, 0, z - 1],
      [x + 1, 40, z + 1],
    ]
  }),
)

describe('judgeScan', () => {
  it('returns the kept fraction of parts thinner than 3.5 mm', () => {
    const table = joinBoxes([seat, ...legs])
    expect(judgeScan(table, table)).toMatchObject({ sides: 1, overlapMm: 1, thinKept: 1 })
    const half = judgeScan(table, joinBoxes([seat, ...legs.slice(0, 2)])).thinKept
    expect(half).toBeGreaterThan(0.3)
    expect(half).toBeLessThan(0.7)
  })

  it('does not count corners of thick parts as thin', () => {
    const block = joinBoxes([seat])
    expect(judgeScan(block, block).thinKept).toBeNaN()
  })

  it('returns the error of the size along each axis in percent', () => {
    const larger = joinBoxes([[seat[0], [40, 106, 30]]])
    const { sizeErrors } = judgeScan(joinBoxes([seat]), larger)
    for (const [k, error] of [0, 10, 0].entries()) expect(sizeErrors[k]).toBeCloseTo(error, 3)
  })
})
