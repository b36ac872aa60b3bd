import { expect, it } from 'vitest'
import { cleanColours } from '../colour.ts'
import { cropObject } from '../crop.ts'
import { buildFields } from '../fields/build-fields.ts'
import { completeParams } from '../params.ts'
import { createPlane } from '../raster/plane.ts'
import { buildMesh } from './build-mesh.ts'
import { findBadVertices } from './topology.ts'

const side = 360
const margin = 20
const blockWidth = 150
const halfPixel = 0.5

function cutoutOfBlock(bottom: number) {
  const alpha = createPlane(side, side)
  for (let i = 0; i < alpha.data.length; i++) {
    const [x, y] = [i % side, Math.floor(i / side)]
    if (x < margin || x >= margin + blockWidth || y < margin) continue
    alpha.data[i] = Math.min(1, Math.max(0, bottom - y))
  }
  const rgba = new Uint8Array(side * side * 4).fill(150)
  return cropObject({ width: side, height: side, rgba, scale: 1 }, alpha)
}

const params = completeParams({ face_limit: 8_000 })

it.each([320, 320.25, 320.5, 320.75, 321, 321.5])(
  'buildMesh makes a flat base exactly as wide as the outline, at %d px',
  (bottom) => {
    const cutout = cutoutOfBlock(bottom)
    expect(Math.abs(cutout.objectSide - (bottom - margin))).toBeLessThan(0.1)
    const fields = buildFields({ cutout, colours: cleanColours(cutout), params })
    expect(fields.surface.openEnds).toContain(1)
    const { positions, indices } = buildMesh(fields, cutout)
    expect(findBadVertices(indices)).toEqual([])
    const ys = [...indices].map((vertex) => positions[vertex * 3 + 1])
    const lowest = ys.reduce((least, y) => Math.min(least, y), Infinity)
    const expected = cutout.top + cutout.height / 2 - bottom
    expect(Math.abs(lowest * cutout.objectSide - expected)).toBeLessThan(halfPixel)
  },
)
