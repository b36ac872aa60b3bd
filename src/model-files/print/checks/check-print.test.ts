import { describe, expect, it } from 'vitest'
import type { MeshPart } from '../../mesh/parts.ts'
import { createBox, moveBody } from '../../mesh/solids.ts'
import { createBall } from '../bodies.fixture.ts'
import { checkPrint, findThinnestWall, sumThinArea } from './check-print.ts'

const check = (...parts: MeshPart[]) => checkPrint(parts, 45)

describe('checkPrint', () => {
  it.each([
    ['a plate of 1.2 mm', [createBox([0.06, 0.0012, 0.04])], 0.0012],
    ['a cube of 20 mm', [createBox([0.02, 0.02, 0.02])], 0.02],
    [
      'a box of 40 mm with walls of 2 mm',
      [createBox([0.04, 0.04, 0.04]), moveBody(createBox([0.036, 0.036, 0.036]), [0, 0, 0], true)],
      0.002,
    ],
  ])('measures the wall thickness of %s', (_, parts, thick) => {
    expect(findThinnestWall(check(...parts))).toBeCloseTo(thick, 5)
  })

  it('measures the area with walls thinner than a nozzle', () => {
    const measures = check(
      createBox([0.02, 0.02, 0.02]),
      moveBody(createBox([0.01, 0.0003, 0.01]), [0.04, 0, 0]),
    )
    // Each of the two sides of the sheet has 100 mm².
    expect(sumThinArea(measures, 0.0004) * 1e6).toBeCloseTo(200, 0)
    expect(sumThinArea(measures, 0.0002)).toBe(0)
  })

  it('finds no thin walls where two sides meet at a wide angle', () => {
    const { walls } = check(createBall(0.02, 30))
    expect(Math.min(...walls)).toBeGreaterThan(0.035)
  })

  it('measures the underside of a table as one overhang, and the legs as no overhang', () => {
    const top = moveBody(createBox([0.04, 0.005, 0.04]), [0, 0.0225, 0])
    const leg = createBox([0.01, 0.04, 0.01])
    const { overhang } = check(top, leg)
    expect(overhang.area * 1e6).toBeCloseTo(1600, 0)
    expect(overhang).toMatchObject({ places: 1 })
    expect(overhang.contactArea * 1e6).toBeCloseTo(100, 0)
  })

  it('counts parts that begin above empty space', () => {
    const foot = createBox([0.02, 0.02, 0.02])
    const floating = moveBody(createBox([0.01, 0.01, 0.01]), [0.03, 0.02, 0])
    expect(check(foot).overhang.islands).toBe(0)
    expect(check(foot, floating).overhang.islands).toBe(1)
    expect(check(createBall(0.02, 12)).overhang.islands).toBe(0)
  })

  it('measures the angle at which a standing model tips over', () => {
    // The centre of mass of a cube that leans by 45° is above an edge.
    expect(check(createBox([0.02, 0.02, 0.02])).tipDegrees).toBeCloseTo(45, 0)
    const foot = createBox([0.004, 0.02, 0.004])
    const head = moveBody(createBox([0.02, 0.02, 0.02]), [0.012, 0.02, 0])
    expect(check(foot, head).tipDegrees).toBeLessThan(0)
    expect(check(createBall(0.02, 12)).tipDegrees).toBeLessThan(10)
  })

  it('reports growing progress', () => {
    const seen: number[] = []
    checkPrint([createBall(0.02, 12)], 45, (fraction) => seen.push(fraction))
    expect(seen.toSorted((a, b) => a - b)).toEqual(seen)
    expect(seen.at(-1)).toBeLessThanOrEqual(1)
  })
})
