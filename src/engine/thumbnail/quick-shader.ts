import { linearFromSrgb8, srgb8FromLinear } from '../raster/colour-space.ts'
import type { ThumbnailCamera } from './camera.ts'
import { halfTable, type LightTable } from './light-table.ts'
import type { Draw } from './load-draws.ts'
import { firstPixel, lastPixel, type Visibility } from './rasterise.ts'
import { toneMap, toneOffset, toneShoulder } from './shade.ts'
import { readPackedTexel } from './texels.ts'

/**
 * Returns whether `QuickShader` can draw a part, because only colour and normals determine the
 * part's appearance.
 */
export const isPlain = ({ material, tangents }: Draw): boolean =>
  !material.isUnlit &&
  !material.surfaceTexels &&
  !material.occlusionTexels &&
  !(material.normalTexels && tangents) &&
  material.emissive.every((channel) => channel === 0)

type Aim = {
  points: Float32Array
  camera: ThumbnailCamera
  visibility: Visibility
  table: LightTable
  rgb: Uint8Array
  isDrawn: Uint8Array
}

const [nearPlane, uPlane, vPlane, normalPlanes, colourPlanes] = [0, 3, 6, 9, 18]

/**
 * Draws simple parts like `PixelShader`, but faster with a light table. Fractional numbers are
 * passed in arrays, because V8 would allocate an object for each argument.
 */
export class QuickShader {
  readonly #draw: Draw
  readonly #aim: Aim
  readonly #normals: Float32Array
  readonly #planes = new Float64Array(27)
  readonly #slope = new Float64Array(6)
  readonly #near = new Float64Array(3)
  readonly #corners = new Float64Array(3)
  readonly #colour = new Float64Array(3)

  constructor(draw: Draw, aim: Aim) {
    this.#draw = draw
    this.#aim = aim
    this.#normals = inFrame(draw.normals, aim.camera)
  }

  shadeAt(i: number): void {
    const { points, visibility } = this.#aim
    const triangle = visibility.triangles[i]
    const { indices } = this.#draw
    const a = indices[triangle * 3]
    const b = indices[triangle * 3 + 1]
    const c = indices[triangle * 3 + 2]
    this.#setUp(a, b, c)
    const last = visibility.side - 1
    const left = firstPixel(points[a * 3], points[b * 3], points[c * 3])
    const right = lastPixel(points[a * 3], points[b * 3], points[c * 3], last)
    const top = firstPixel(points[a * 3 + 1], points[b * 3 + 1], points[c * 3 + 1])
    const bottom = lastPixel(points[a * 3 + 1], points[b * 3 + 1], points[c * 3 + 1], last)
    for (let y = top; y <= bottom; y++) this.#shadeRow(i, y, left, right)
  }

  /** @param like index of a pixel that shows the triangle. */
  // oxlint-disable-next-line max-params -- for each row of each triangle
  #shadeRow(like: number, y: number, left: number, right: number): void {
    const { table, rgb, isDrawn, visibility } = this.#aim
    const { triangles, draws, side } = visibility
    const { colours, uvs, material } = this.#draw
    const texels = uvs && material.baseTexels
    const { entries } = table
    const planes = this.#planes
    const colour = this.#colour
    const nearAtFirst = planes[nearPlane + 1] * y + planes[nearPlane + 2]
    const uAtFirst = planes[uPlane + 1] * y + planes[uPlane + 2]
    const vAtFirst = planes[vPlane + 1] * y + planes[vPlane + 2]
    const nxAtFirst = planes[normalPlanes + 1] * y + planes[normalPlanes + 2]
    const nyAtFirst = planes[normalPlanes + 4] * y + planes[normalPlanes + 5]
    const nzAtFirst = planes[normalPlanes + 7] * y + planes[normalPlanes + 8]
    const triangle = triangles[like]
    const draw = draws[like]
    for (let x = left, i = y * side + left; x <= right; x++, i++) {
      if (triangles[i] !== triangle || draws[i] !== draw) continue
      isDrawn[i] = 1
      let red = material.baseColour[0]
      let green = material.baseColour[1]
      let blue = material.baseColour[2]
      if (colours) {
        this.#tint(x, y)
        red *= colour[0]
        green *= colour[1]
        blue *= colour[2]
      }
      if (texels) {
        const away = 1 / (planes[nearPlane] * x + nearAtFirst)
        const u = (planes[uPlane] * x + uAtFirst) * away
        const v = (planes[vPlane] * x + vAtFirst) * away
        const texelX = ((u - Math.floor(u)) * texels.width * 256 - 128) | 0
        const texelY = ((v - Math.floor(v)) * texels.height * 256 - 128) | 0
        const texel = readPackedTexel(texels, texelX, texelY)
        red *= linearFromSrgb8[texel & 255]
        green *= linearFromSrgb8[(texel >> 8) & 255]
        blue *= linearFromSrgb8[texel >> 16]
      }
      const nx = planes[normalPlanes] * x + nxAtFirst
      const ny = planes[normalPlanes + 3] * x + nyAtFirst
      const nz = planes[normalPlanes + 6] * x + nzAtFirst
      const scale =
        (nz < 0 ? -halfTable : halfTable) / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1)
      const column = (nx * scale + halfTable + 0.5) | 0
      const row = (ny * scale + halfTable + 0.5) | 0
      const at = table.placeOf(column, row)
      red = entries[at] + red * entries[at + 3]
      green = entries[at + 1] + green * entries[at + 4]
      blue = entries[at + 2] + blue * entries[at + 5]
      const offset = toneOffset(Math.min(red, green, blue))
      if (Math.max(red, green, blue) - offset < toneShoulder) {
        rgb[i * 3] = srgb8FromLinear(red - offset)
        rgb[i * 3 + 1] = srgb8FromLinear(green - offset)
        rgb[i * 3 + 2] = srgb8FromLinear(blue - offset)
        continue
      }
      colour[0] = red
      colour[1] = green
      colour[2] = blue
      toneMap(colour)
      rgb[i * 3] = srgb8FromLinear(colour[0])
      rgb[i * 3 + 1] = srgb8FromLinear(colour[1])
      rgb[i * 3 + 2] = srgb8FromLinear(colour[2])
    }
  }

  #tint(x: number, y: number): void {
    const planes = this.#planes
    const away = 1 / (planes[nearPlane] * x + planes[nearPlane + 1] * y + planes[nearPlane + 2])
    for (let k = 0; k < 3; k++) {
      const at = colourPlanes + k * 3
      this.#colour[k] = (planes[at] * x + planes[at + 1] * y + planes[at + 2]) * away
    }
  }

  #setUp(a: number, b: number, c: number): void {
    const { points } = this.#aim
    const x = points[c * 3]
    const y = points[c * 3 + 1]
    const toA = points[a * 3] - x
    const upA = points[a * 3 + 1] - y
    const toB = points[b * 3] - x
    const upB = points[b * 3 + 1] - y
    const area = upB * toA - toB * upA
    const slope = this.#slope
    slope[0] = upB / area
    slope[1] = -toB / area
    slope[2] = -upA / area
    slope[3] = toA / area
    slope[4] = x - 0.5
    slope[5] = y - 0.5
    const near = this.#near
    const corners = this.#corners
    corners[0] = near[0] = points[a * 3 + 2]
    corners[1] = near[1] = points[b * 3 + 2]
    corners[2] = near[2] = points[c * 3 + 2]
    this.#setPlane(nearPlane)
    const { uvs, colours } = this.#draw
    if (uvs) this.#setPlanes(uPlane, uvs, 2, a, b, c)
    this.#setPlanes(normalPlanes, this.#normals, 3, a, b, c)
    if (colours) this.#setPlanes(colourPlanes, colours, 3, a, b, c)
  }

  // oxlint-disable-next-line max-params -- for each triangle
  #setPlanes(
    at: number,
    values: Float32Array,
    size: number,
    a: number,
    b: number,
    c: number,
  ): void {
    const near = this.#near
    const corners = this.#corners
    for (let k = 0; k < size; k++) {
      corners[0] = values[a * size + k] * near[0]
      corners[1] = values[b * size + k] * near[1]
      corners[2] = values[c * size + k] * near[2]
      this.#setPlane(at + k * 3)
    }
  }

  #setPlane(at: number): void {
    const corners = this.#corners
    const slope = this.#slope
    const fromC = corners[0] - corners[2]
    const fromCToB = corners[1] - corners[2]
    const alongX = slope[0] * fromC + slope[2] * fromCToB
    const alongY = slope[1] * fromC + slope[3] * fromCToB
    this.#planes[at] = alongX
    this.#planes[at + 1] = alongY
    this.#planes[at + 2] = corners[2] - alongX * slope[4] - alongY * slope[5]
  }
}

function inFrame(normals: Float32Array, { right, up, back }: ThumbnailCamera): Float32Array {
  const turned = new Float32Array(normals.length)
  for (let k = 0; k < normals.length; k += 3) {
    const [x, y, z] = [normals[k], normals[k + 1], normals[k + 2]]
    turned[k] = x * right[0] + y * right[1] + z * right[2]
    turned[k + 1] = x * up[0] + y * up[1] + z * up[2]
    turned[k + 2] = x * back[0] + y * back[1] + z * back[2]
  }
  return turned
}
