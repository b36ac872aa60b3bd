import { srgb8FromLinear } from '../raster/colour-space.ts'
import { project, type Camera } from './camera.ts'
import type { Draw } from './load-draws.ts'
import { shadowSeenBy } from './contact-shadow.ts'
import { presenceTest, type Scene } from './draw-view.ts'
import { PixelShader } from './pixel-shader.ts'
import { isPlain, LightTable, QuickShader } from './quick-shader.ts'
import { clearVisibility, createVisibility, rasterise } from './rasterise.ts'

/**
 * Draws a model with one sample a pixel and soft outlines: a fifth of the work of `drawView`, for pictures that are
 * looked at for the shape, and smaller than they are.
 *
 * @returns what draws one view: straight RGBA of a square picture of `sidePx`, the same bytes each time.
 */
export function createQuickDrawing(
  { draws, shadow, section }: Scene,
  sidePx: number,
): (camera: Camera) => Uint8Array {
  const visibility = createVisibility(sidePx)
  const rgba = new Uint8Array(sidePx * sidePx * 4)
  const colour = new Float64Array(3)
  const tables = new Map<string, LightTable>()
  const tableFor = (roughness: number, metalness: number): LightTable => {
    const key = `${roughness} ${metalness}`
    const table = tables.get(key) ?? new LightTable({ roughness, metalness })
    tables.set(key, table)
    return table
  }

  return (camera) => {
    clearVisibility(visibility)
    const shaders = draws.map((draw, k) => {
      const points = project(camera, draw.positions)
      const isThere = presenceTest(draw, points, section)
      const hidden = section ? undefined : backFaces(draw)
      rasterise(visibility, { draw: k, points, indices: draw.indices, isThere, hidden })
      if (!isPlain(draw)) return new PixelShader(draw, points, camera)
      const { roughness, metalness } = draw.material
      return new QuickShader(draw, points, { camera, table: tableFor(roughness, metalness) })
    })
    const { draws: drawOf, triangles } = visibility
    const darkAt = shadowSeenBy(shadow, camera)
    for (let y = 0, i = 0; y < sidePx; y++) {
      for (let x = 0; x < sidePx; x++, i++) {
        const k = i * 4
        if (drawOf[i] < 0) {
          rgba[k] = rgba[k + 1] = rgba[k + 2] = 0
          rgba[k + 3] = darkAt(x + 0.5, y + 0.5) * 255 + 0.5
          continue
        }
        shaders[drawOf[i]].shade(triangles[i], x + 0.5, y + 0.5, colour)
        rgba[k] = srgb8FromLinear(colour[0])
        rgba[k + 1] = srgb8FromLinear(colour[1])
        rgba[k + 2] = srgb8FromLinear(colour[2])
        rgba[k + 3] = 255
      }
    }
    softenOutline(drawOf, rgba, sidePx)
    return rgba
  }
}

/** Which triangles show their back, as other viewers leave them out; a cut opens the view on the inside. */
const backFaces = ({ material, isMirrored }: Draw): 1 | -1 | undefined =>
  material.isTwoSided ? undefined : isMirrored ? -1 : 1

/** How much of a pixel on the outline is taken to be covered, by how many of its four neighbours are empty. */
const coverage = [255, 185, 125, 80, 40]

function softenOutline(drawOf: Int32Array, rgba: Uint8Array, sidePx: number): void {
  for (let y = 1; y < sidePx - 1; y++) {
    for (let i = y * sidePx + 1; i < (y + 1) * sidePx - 1; i++) {
      if (drawOf[i] < 0) continue
      const empty =
        (drawOf[i - 1] < 0 ? 1 : 0) +
        (drawOf[i + 1] < 0 ? 1 : 0) +
        (drawOf[i - sidePx] < 0 ? 1 : 0) +
        (drawOf[i + sidePx] < 0 ? 1 : 0)
      if (empty > 0) rgba[i * 4 + 3] = coverage[empty]
    }
  }
}
