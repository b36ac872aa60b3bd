import { srgb8FromLinear } from '../raster/colour-space.ts'
import { findBounds, projectVertices, type ThumbnailCamera, type SceneBounds } from './camera.ts'
import { castContactShadow, createShadowRows, type ContactShadow } from './contact-shadow.ts'
import { loadDraws, type Draw, type Shape } from './load-draws.ts'
import { createVisibility, rasterise, type IsThere, type Visibility } from './rasterise.ts'
import { PixelShader } from './pixel-shader.ts'
import { readTexel } from './texels.ts'

/**
 * Number of samples along each side of a pixel. Cameras are placed for a picture enlarged by this
 * factor.
 */
export const supersampling = 2

export type DrawableScene = {
  draws: readonly Draw[]
  bounds: SceneBounds
  shadow: ContactShadow
}

/** A section that hides points whose coordinate along `axis` is above `max`. */
export type AxisCut = { axis: 0 | 1 | 2; max: number }

/**
 * Loads the model's drawable parts and computes the model's shadow.
 * @returns `undefined` if there is nothing to draw.
 */
export async function loadScene(glb: Uint8Array): Promise<DrawableScene | undefined> {
  const draws = await loadDraws(glb)
  const bounds = findBounds(draws)
  return bounds && { draws, bounds, shadow: castContactShadow(draws, bounds) }
}

/**
 * Draws a model with supersampling and its shadow.
 * @param camera placed for a picture of `sidePx * supersampling`.
 * @returns straight RGBA of a square picture, or `undefined` if no part of the model is visible.
 */
export function drawView(
  { draws, shadow }: DrawableScene,
  camera: ThumbnailCamera,
  sidePx: number,
): Uint8Array | undefined {
  const points = draws.map((draw) => projectVertices(camera, draw.positions))
  const visibility = createVisibility(camera.sidePx)
  draws.forEach((draw, k) => {
    rasterise(visibility, {
      draw: k,
      points: points[k],
      indices: draw.indices,
      isThere: alphaTest(draw),
    })
  })
  const rgba = resolve(visibility, { draws, points, camera, sidePx })
  if (!rgba) return undefined
  const darkRow = createShadowRows(shadow, camera, { widthPx: sidePx, step: supersampling })
  for (let y = 0; y < sidePx; y++) {
    const darkAt = darkRow(y)
    for (let x = 0; x < sidePx; x++) {
      const k = (y * sidePx + x) * 4
      if (rgba[k + 3] === 255) continue
      const dark = darkAt[x]
      const covered = rgba[k + 3] / 255
      const alpha = covered + dark * (1 - covered)
      if (alpha <= covered) continue
      for (let c = 0; c < 3; c++) rgba[k + c] = (rgba[k + c] * covered) / alpha
      rgba[k + 3] = Math.round(alpha * 255)
    }
  }
  return rgba
}

/**
 * Returns a function that tests which points of a part are visible, if a section or a transparent
 * texture hides points.
 */
export const presenceTest = (
  draw: Shape | Draw,
  points: Float32Array,
  section: AxisCut | undefined,
): IsThere | undefined =>
  both(
    'material' in draw ? alphaTest(draw) : undefined,
    section && sectionTest(draw, points, section),
  )

function both(one: IsThere | undefined, other: IsThere | undefined): IsThere | undefined {
  if (!one || !other) return one ?? other
  return (triangle, a, b) => one(triangle, a, b) && other(triangle, a, b)
}

/**
 * Creates a test for points on the visible side of a section. Dividing barycentric weights by the
 * distance turns weights in the picture into weights in space.
 */
function sectionTest(
  { positions, indices }: Shape,
  points: Float32Array,
  { axis, max }: AxisCut,
): IsThere {
  return (triangle, a, b) => {
    const [i, j, k] = [
      indices[triangle * 3] * 3,
      indices[triangle * 3 + 1] * 3,
      indices[triangle * 3 + 2] * 3,
    ]
    const wa = a * points[i + 2]
    const wb = b * points[j + 2]
    const wc = (1 - a - b) * points[k + 2]
    const along = wa * positions[i + axis] + wb * positions[j + axis] + wc * positions[k + axis]
    return along <= max * (wa + wb + wc)
  }
}

function alphaTest({ material, uvs, indices }: Draw): IsThere | undefined {
  const { alphaCutoff, baseTexels, baseColour } = material
  if (alphaCutoff === 0 || !baseTexels || !uvs) return undefined
  const texel = new Float64Array(4)
  return (triangle, a, b) => {
    const c = 1 - a - b
    const [i, j, k] = [
      indices[triangle * 3] * 2,
      indices[triangle * 3 + 1] * 2,
      indices[triangle * 3 + 2] * 2,
    ]
    const u = uvs[i] * a + uvs[j] * b + uvs[k] * c
    const v = uvs[i + 1] * a + uvs[j + 1] * b + uvs[k + 1] * c
    readTexel(baseTexels, u, v, texel)
    return (texel[3] / 255) * baseColour[3] >= alphaCutoff
  }
}

type View = {
  readonly draws: readonly Draw[]
  readonly points: readonly Float32Array[]
  readonly camera: ThumbnailCamera
  readonly sidePx: number
}

function resolve(
  { side, draws: drawOf, triangles }: Visibility,
  { draws, points, camera, sidePx }: View,
): Uint8Array | undefined {
  const shaders = draws.map((draw, k) => new PixelShader(draw, points[k], camera))
  const rgba = new Uint8Array(sidePx * sidePx * 4)
  const colour = new Float64Array(3)
  const sampleCount = supersampling * supersampling
  let isAnything = false
  for (let y = 0; y < sidePx; y++) {
    for (let x = 0; x < sidePx; x++) {
      let [red, green, blue, covered] = [0, 0, 0, 0]
      for (let sample = 0; sample < sampleCount; sample++) {
        const sx = x * supersampling + (sample % supersampling)
        const sy = y * supersampling + Math.floor(sample / supersampling)
        const i = sy * side + sx
        if (drawOf[i] < 0) continue
        covered++
        shaders[drawOf[i]].shade(triangles[i], sx + 0.5, sy + 0.5, colour)
        red += colour[0]
        green += colour[1]
        blue += colour[2]
      }
      if (covered === 0) continue
      isAnything = true
      const k = (y * sidePx + x) * 4
      rgba[k] = srgb8FromLinear(red / covered)
      rgba[k + 1] = srgb8FromLinear(green / covered)
      rgba[k + 2] = srgb8FromLinear(blue / covered)
      rgba[k + 3] = Math.round((covered / sampleCount) * 255)
    }
  }
  return isAnything ? rgba : undefined
}
