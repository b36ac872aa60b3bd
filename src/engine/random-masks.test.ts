import { describe, expect, it } from 'vitest'
import { createPlane } from './raster/plane.ts'
import { findMeshDefects } from './testing/find-defects.fixture.ts'
import { coarseSides, meshOfMask, randomCase, randomSides } from './testing/random-masks.fixture.ts'

const cases = 16
/**
 * Seeds that failed in the past: a mesh that intersected its own back, a non-manifold mesh, and an
 * empty mesh.
 */
const casesOfSides = [29, 213, 1016]

describe('makeShape', () => {
  it('makes a closed solid within the face limit of a random silhouette', async () => {
    for (let number = 0; number < cases; number++) {
      const { mask, params } = randomCase(number)
      const mesh = await meshOfMask(mask, params, { sides: coarseSides })
      const defects = await findMeshDefects(mesh, params.face_limit ?? 0)
      expect(defects, `case ${number}: ${JSON.stringify(params)}`).toEqual([])
    }
  })

  it('makes a closed solid of a random silhouette with side views', async () => {
    for (const number of casesOfSides) {
      const { mask, params, views } = randomSides(number)
      const mesh = await meshOfMask(mask, params, { sides: coarseSides, views })
      const defects = await findMeshDefects(mesh, params.face_limit ?? 0)
      expect(defects, `case ${number}: ${JSON.stringify(params)}`).toEqual([])
    }
  })

  it('makes a closed solid in each style if the picture’s edge cuts the object', async () => {
    for (const [width, height] of [
      [117, 16],
      [16, 117],
    ]) {
      const mask = createPlane(width, height)
      mask.data.fill(1)
      for (const style of ['turned', 'object', 'flat'] as const) {
        const mesh = await meshOfMask(
          mask,
          { face_limit: 440, style, thickness: 0.36 },
          { sides: coarseSides },
        )
        expect(await findMeshDefects(mesh, 440), `${width} × ${height} ${style}`).toEqual([])
        const size = Math.max(...mesh.positions) - Math.min(...mesh.positions)
        expect(size).toBeLessThan(4)
      }
    }
  })

  it('makes a closed solid of a mask with five thousand specks', async () => {
    const mask = createPlane(420, 420)
    for (let i = 0; i < mask.data.length; i++) {
      const [x, y] = [i % 420, Math.floor(i / 420)]
      if (x % 6 > 1 && y % 6 > 1) mask.data[i] = 1
    }
    const mesh = await meshOfMask(mask, { face_limit: 4_000 }, { sides: coarseSides })
    expect(await findMeshDefects(mesh, 4_000)).toEqual([])
  })
})
