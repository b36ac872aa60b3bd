import { describe, expect, it } from 'vitest'
import { buildPictureFields } from '../testing/picture-fields.fixture.ts'
import { drawnAnimal, shadedAnimal } from '../testing/pictures.fixture.ts'
import { createPlane, type ThreePlanes } from '../raster/plane.ts'
import { removeOutline } from './remove-outline.ts'

describe('removeOutline', () => {
  it('replaces the outline with the colour inside and keeps inner lines', async () => {
    const { fields, nodeAt } = await buildPictureFields(await drawnAnimal(), 256, {
      style: 'object',
    })
    const { grid, lines } = fields
    const { width, height, phi, inside } = grid
    const linear = [0, 1, 2].map(() => createPlane(width, height)) as unknown as ThreePlanes
    const trust = createPlane(width, height)
    for (let i = 0; i < inside.length; i++) {
      trust.data[i] = inside[i]
      for (const { data } of linear) data[i] = lines?.nodes[i] ? 0 : 0.5
    }
    const pixels = { width, height, linear, trust, depth: phi }
    expect(lines?.outlineWidth).toBeGreaterThan(2)
    if (lines) removeOutline(pixels, lines, grid)
    const [red] = linear
    const [back, top, near] = [nodeAt(212, 124), nodeAt(140, 88), nodeAt(84, 150)]
    for (const i of [back, top]) expect(red.data[i]).toBeGreaterThan(0.45)
    expect(lines?.nodes[near]).toBe(1)
    expect(red.data[near]).toBe(0)
  })

  it('changes nothing in a shaded picture, which has no drawn lines', async () => {
    const { fields } = await buildPictureFields(await shadedAnimal(), 256)
    expect(fields.lines).toBeUndefined()
  })
})
