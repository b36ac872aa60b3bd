import { clamp } from '#lib/clamp.ts'
import type { ShapeFields } from '../fields/build-fields.ts'
import type { Heights } from '../fields/heights.ts'
import { blur, blurInPlace } from '../raster/blur.ts'
import { gradient } from '../raster/gradient.ts'
import { createPlane, type Plane } from '../raster/plane.ts'
import { stretch } from '../raster/sample.ts'
import { solveDense } from '../raster/solve-dense.ts'
import type { SurfacePixels } from './surface-pixels.ts'

/** Fraction of the estimated shading that is removed. Below 1, because the estimate is rough. */
const strength = 0.5
/** Bounds of the shading (log luminance). Larger differences are paint. */
const shadingRange = [-0.8, 0.5] as const
/** Component z of the normal of a surface that counts as neither lit nor shaded. */
const neutralFacing = 0.8
/** Minimum linear luminance, which avoids the logarithm of 0. */
const blackLevel = 0.02
/**
 * Regularisation of the fit, without which the fitted light would also follow the object's colours.
 */
const ridge = 8

/**
 * Removes a part of the picture's shading in place, because viewers add their own shading. Fits log
 * luminance to one distant light and divides by the fit.
 * @param side the side to which heights and colours belong.
 */
export function removeShading(
  pixels: SurfacePixels,
  fields: ShapeFields,
  side: keyof Heights = 'front',
): void {
  const { width, height } = fields.grid
  const slope = gradient(blur(fields.heights[side], 1.5))
  const light = fitLight(pixels, fields, slope)
  const shading = createPlane(width, height)
  for (let i = 0; i < shading.data.length; i++) {
    if (!fields.grid.inside[i]) continue
    const x = slope.x.data[i]
    const y = slope.y.data[i]
    const length = Math.sqrt(x * x + y * y + 1)
    const toned = (-light[1] * x + light[2] * y) / length + light[3] * (1 / length - neutralFacing)
    shading.data[i] = clamp(toned, shadingRange[0], shadingRange[1])
  }
  blurInPlace(shading, 2)
  for (let i = 0; i < shading.data.length; i++) {
    shading.data[i] = Math.exp(-strength * shading.data[i])
  }
  const factor = stretch(shading, pixels.width, pixels.height).data
  for (const { data } of pixels.linear) {
    for (let i = 0; i < data.length; i++) data[i] = Math.min(1, data[i] * factor[i])
  }
}

function fitLight(
  { linear, width, height }: SurfacePixels,
  { grid }: ShapeFields,
  slope: { x: Plane; y: Plane },
): number[] {
  const [red, green, blue] = linear
  const sums = Array.from({ length: 4 }, () => new Float64Array(5))
  const term = new Float64Array(4)
  for (let y = 1; y < grid.height - 1; y += 2) {
    const row = clamp(Math.round(((y + 0.5) * height) / grid.height - 0.5), 0, height - 1) * width
    for (let x = 1; x < grid.width - 1; x += 2) {
      const node = y * grid.width + x
      if (!grid.inside[node] || grid.phi.data[node] < 2) continue
      const dx = slope.x.data[node]
      const dy = slope.y.data[node]
      const length = Math.sqrt(dx * dx + dy * dy + 1)
      term[0] = 1
      term[1] = -dx / length
      term[2] = dy / length
      term[3] = 1 / length
      const i = row + clamp(Math.round(((x + 0.5) * width) / grid.width - 0.5), 0, width - 1)
      const luminance = 0.2126 * red.data[i] + 0.7152 * green.data[i] + 0.0722 * blue.data[i]
      const target = Math.log(luminance + blackLevel)
      for (let r = 0; r < 4; r++) {
        for (let c = 0; c < 4; c++) sums[r][c] += term[r] * term[c]
        sums[r][4] += term[r] * target
      }
    }
  }
  for (let r = 0; r < 4; r++) sums[r][r] += r === 0 ? 1e-3 : ridge
  return solveDense(sums)
}
