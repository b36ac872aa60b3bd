import type { ManifoldToplevel } from 'manifold-3d/manifold'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { ensureWall, measureWall } from './hollow-wall.ts'
import { startSolids } from './solid.ts'

let solids: ManifoldToplevel
beforeAll(async () => {
  solids = await startSolids()
})

type Walled = { thinnest: number }

const noRoom = () => {
  throw new UnworkableModelError('There is no room for a cavity.')
}

/** Measures the wall of a hollow box, whose wall is 3 mm thick except at the cut. */
function measure(cut: 'nothing' | 'hole' | 'plugged hole' | 'thin side'): number {
  const { Manifold } = solids
  const box = Manifold.cube([0.06, 0.04, 0.05], true)
  const cavity = Manifold.cube([0.054, 0.034, 0.044], true)
  const hole = Manifold.cube([0.004, 0.02, 0.004], true).translate([0, -0.02, 0])
  const body =
    cut === 'thin side'
      ? box.trimByPlane([-1, 0, 0], -0.0298)
      : cut === 'nothing'
        ? box
        : box.subtract(hole)
  return measureWall(body.subtract(cavity), {
    cavities: [cavity],
    plugs: cut === 'plugged hole' ? [hole.scale([1.1, 1, 1.1])] : [],
    wall: 0.003,
    solids,
  })
}

describe('ensureWall', () => {
  it('plans the wall thicker until simplification leaves it as thick as asked', () => {
    // Simplification moves a surface by its tolerance, whatever thickness is planned.
    const hollowOnce = vi.fn<(planned: number) => Walled>((planned) => ({
      thinnest: planned - 0.03,
    }))
    expect(ensureWall(3, hollowOnce).thinnest).toBeGreaterThanOrEqual(3)
    expect(hollowOnce.mock.calls.length).toBe(2)
  })

  it('returns the thickest attempt if no attempt is as thick as asked', () => {
    const walls = [2.9, 2.95, 2.8, 2.7]
    const hollowOnce = vi.fn<() => Walled>(() => ({ thinnest: walls.shift() ?? 0 }))
    expect(ensureWall(3, hollowOnce)).toEqual({ thinnest: 2.95 })
    expect(hollowOnce).toHaveBeenCalledTimes(4)
  })

  it('returns the thin wall if a thicker wall leaves no room', () => {
    const thin = { thinnest: 2.9 }
    expect(ensureWall(3, (planned) => (planned > 3 ? noRoom() : thin))).toBe(thin)
  })

  it('throws if there is no room, or if every attempt opens the cavity', () => {
    expect(() => ensureWall(3, noRoom)).toThrow('no room')
    expect(() => ensureWall(3, () => ({ thinnest: 0 }))).toThrow('Use a thicker wall')
  })
})

describe('measureWall', () => {
  it('returns the thickness of the thinnest wall', () => {
    expect(measure('nothing')).toBeCloseTo(0.003, 6)
    expect(measure('plugged hole')).toBeCloseTo(0.003, 6)
    expect(measure('thin side')).toBeCloseTo(0.0028, 6)
  })

  it('returns 0 if the cavity is open to the outside', () => {
    expect(measure('hole')).toBe(0)
  })

  it('ignores a planned cavity that a new surface has filled', () => {
    const { Manifold } = solids
    const wall = measureWall(Manifold.cube([0.06, 0.04, 0.05], true), {
      cavities: [Manifold.cube([0.01, 0.01, 0.01], true)],
      plugs: [],
      wall: 0.003,
      solids,
    })
    expect(wall).toBe(0.006)
  })
})
