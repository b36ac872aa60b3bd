import type { Camera } from './camera.ts'
import type { Draw } from './load-draws.ts'
import { linearFromCode, shadePoint, toneMap, type SurfacePoint } from './shade.ts'
import { readTexel } from './texels.ts'

/** Normals of the half of a ball that faces the viewer, along each side of a table. */
const tableSide = 224
const straightAhead = Float64Array.of(0, 0, 1)

/**
 * The light that a surface of one roughness and metalness sends to the viewer, by its normal: what it sends whatever
 * its colour is, and what each channel of its colour adds. The lens is long, so that every point is seen as from
 * straight ahead. Filled in where it is read.
 */
export class LightTable {
  readonly #entries = new Float32Array(tableSide * tableSide * 6)
  readonly #isKnown = new Uint8Array(tableSide * tableSide)
  readonly #surface: SurfacePoint
  readonly #normal = new Float64Array(3)
  readonly #light = new Float64Array(3)

  constructor({ roughness, metalness }: { roughness: number; metalness: number }) {
    this.#surface = { red: 0, green: 0, blue: 0, roughness, metalness, occlusion: 1 }
  }

  /**
   * Lights `colour`, which is linear, in place.
   *
   * @param nx and `ny`, right and up of a unit vector in the camera's frame.
   */
  light(nx: number, ny: number, colour: Float64Array): void {
    const column = ((nx + 1) * 0.5 * (tableSide - 1) + 0.5) | 0
    const row = ((ny + 1) * 0.5 * (tableSide - 1) + 0.5) | 0
    const cell = row * tableSide + column
    if (this.#isKnown[cell] === 0) this.#fill(cell, column, row)
    const entries = this.#entries
    const at = cell * 6
    colour[0] = entries[at] + colour[0] * entries[at + 3]
    colour[1] = entries[at + 1] + colour[1] * entries[at + 4]
    colour[2] = entries[at + 2] + colour[2] * entries[at + 5]
  }

  #fill(cell: number, column: number, row: number): void {
    const normal = this.#normal
    normal[0] = (2 * column) / (tableSide - 1) - 1
    normal[1] = (2 * row) / (tableSide - 1) - 1
    const across = normal[0] * normal[0] + normal[1] * normal[1]
    const scale = across > 1 ? 1 / Math.sqrt(across) : 1
    normal[0] *= scale
    normal[1] *= scale
    normal[2] = Math.sqrt(Math.max(0, 1 - across))
    const surface = this.#surface
    const light = this.#light
    for (const white of [0, 1]) {
      surface.red = surface.green = surface.blue = white
      shadePoint(surface, normal, straightAhead, light)
      for (let c = 0; c < 3; c++) {
        const base = white === 0 ? 0 : this.#entries[cell * 6 + c]
        this.#entries[cell * 6 + white * 3 + c] = light[c] - base
      }
    }
    this.#isKnown[cell] = 1
  }
}

/** Whether `QuickShader` can colour a draw: what it looks like depends on its colour and its normals alone. */
export const isPlain = ({ material, tangents }: Draw): boolean =>
  !material.isUnlit &&
  !material.surfaceTexels &&
  !material.occlusionTexels &&
  !(material.normalTexels && tangents) &&
  material.emissive.every((channel) => channel === 0)

/** Colours points of a plain draw as `PixelShader` does, from a table of light. */
export class QuickShader {
  readonly #draw: Draw
  readonly #points: Float32Array
  /** In the camera's frame. */
  readonly #normals: Float32Array
  readonly #table: LightTable
  readonly #texel = new Float64Array(4)

  constructor(draw: Draw, points: Float32Array, { camera, table }: Aim) {
    this.#draw = draw
    this.#points = points
    this.#table = table
    this.#normals = inFrame(draw.normals, camera)
  }

  /** As `PixelShader.shade`. */
  // oxlint-disable-next-line max-params -- for each pixel
  shade(triangle: number, x: number, y: number, result: Float64Array): void {
    const { indices, uvs, colours, material } = this.#draw
    const points = this.#points
    const normals = this.#normals
    const a = indices[triangle * 3]
    const b = indices[triangle * 3 + 1]
    const c = indices[triangle * 3 + 2]
    const cx = points[c * 3]
    const cy = points[c * 3 + 1]
    const toA = points[a * 3] - cx
    const upA = points[a * 3 + 1] - cy
    const toB = points[b * 3] - cx
    const upB = points[b * 3 + 1] - cy
    const area = upB * toA - toB * upA
    const pictureA = (upB * (x - cx) - toB * (y - cy)) / area
    const pictureB = (toA * (y - cy) - upA * (x - cx)) / area
    const nearA = pictureA * points[a * 3 + 2]
    const nearB = pictureB * points[b * 3 + 2]
    const nearC = (1 - pictureA - pictureB) * points[c * 3 + 2]
    const scale = 1 / (nearA + nearB + nearC)
    const wa = nearA * scale
    const wb = nearB * scale
    const wc = nearC * scale

    const { baseColour } = material
    result[0] = baseColour[0]
    result[1] = baseColour[1]
    result[2] = baseColour[2]
    if (colours) {
      for (let k = 0; k < 3; k++) {
        result[k] *= wa * colours[a * 3 + k] + wb * colours[b * 3 + k] + wc * colours[c * 3 + k]
      }
    }
    if (material.baseTexels && uvs) {
      const texel = this.#texel
      const u = wa * uvs[a * 2] + wb * uvs[b * 2] + wc * uvs[c * 2]
      const v = wa * uvs[a * 2 + 1] + wb * uvs[b * 2 + 1] + wc * uvs[c * 2 + 1]
      readTexel(material.baseTexels, u, v, texel)
      result[0] *= linearFromCode(texel[0])
      result[1] *= linearFromCode(texel[1])
      result[2] *= linearFromCode(texel[2])
    }
    const nx = wa * normals[a * 3] + wb * normals[b * 3] + wc * normals[c * 3]
    const ny = wa * normals[a * 3 + 1] + wb * normals[b * 3 + 1] + wc * normals[c * 3 + 1]
    const nz = wa * normals[a * 3 + 2] + wb * normals[b * 3 + 2] + wc * normals[c * 3 + 2]
    // It always turns to the viewer.
    const unit = (nz < 0 ? -1 : 1) / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1)
    this.#table.light(nx * unit, ny * unit, result)
    toneMap(result)
  }
}

type Aim = { camera: Camera; table: LightTable }

function inFrame(normals: Float32Array, { right, up, back }: Camera): Float32Array {
  const turned = new Float32Array(normals.length)
  for (let k = 0; k < normals.length; k += 3) {
    const [x, y, z] = [normals[k], normals[k + 1], normals[k + 2]]
    turned[k] = x * right[0] + y * right[1] + z * right[2]
    turned[k + 1] = x * up[0] + y * up[1] + z * up[2]
    turned[k + 2] = x * back[0] + y * back[1] + z * back[2]
  }
  return turned
}
