import type { ThumbnailCamera } from './camera.ts'
import type { Draw } from './load-draws.ts'
import { linearFromCode, shadePoint, toneMap, type SurfacePoint } from './shade.ts'
import { readTexel } from './texels.ts'

export class PixelShader {
  readonly #draw: Draw
  readonly #points: Float32Array
  readonly #camera: ThumbnailCamera
  readonly #texel = new Float64Array(4)
  readonly #normal = new Float64Array(3)
  readonly #view = new Float64Array(3)
  readonly #surface: SurfacePoint = {
    red: 0,
    green: 0,
    blue: 0,
    roughness: 0,
    metalness: 0,
    occlusion: 1,
  }

  constructor(draw: Draw, points: Float32Array, camera: ThumbnailCamera) {
    this.#draw = draw
    this.#points = points
    this.#camera = camera
  }

  /** Writes the tone-mapped linear colour of a triangle at a point of the picture into `result`. */
  // oxlint-disable-next-line max-params -- for each pixel
  shade(triangle: number, x: number, y: number, result: Float64Array): void {
    const { indices, uvs, colours, material } = this.#draw
    const points = this.#points
    const a = indices[triangle * 3]
    const b = indices[triangle * 3 + 1]
    const c = indices[triangle * 3 + 2]
    const ax = points[a * 3]
    const ay = points[a * 3 + 1]
    const bx = points[b * 3]
    const by = points[b * 3 + 1]
    const cx = points[c * 3]
    const cy = points[c * 3 + 1]
    const area = (by - cy) * (ax - cx) + (cx - bx) * (ay - cy)
    const pictureA = ((by - cy) * (x - cx) + (cx - bx) * (y - cy)) / area
    const pictureB = ((cy - ay) * (x - cx) + (ax - cx) * (y - cy)) / area
    const nearA = pictureA * points[a * 3 + 2]
    const nearB = pictureB * points[b * 3 + 2]
    const nearC = (1 - pictureA - pictureB) * points[c * 3 + 2]
    const sum = nearA + nearB + nearC
    const wa = nearA / sum
    const wb = nearB / sum
    const wc = nearC / sum

    let u = 0
    let v = 0
    if (uvs) {
      u = wa * uvs[a * 2] + wb * uvs[b * 2] + wc * uvs[c * 2]
      v = wa * uvs[a * 2 + 1] + wb * uvs[b * 2 + 1] + wc * uvs[c * 2 + 1]
    }
    const surface = this.#surface
    surface.red = material.baseColour[0]
    surface.green = material.baseColour[1]
    surface.blue = material.baseColour[2]
    if (colours) {
      surface.red *= wa * colours[a * 3] + wb * colours[b * 3] + wc * colours[c * 3]
      surface.green *= wa * colours[a * 3 + 1] + wb * colours[b * 3 + 1] + wc * colours[c * 3 + 1]
      surface.blue *= wa * colours[a * 3 + 2] + wb * colours[b * 3 + 2] + wc * colours[c * 3 + 2]
    }
    const texel = this.#texel
    if (material.baseTexels && uvs) {
      readTexel(material.baseTexels, u, v, texel)
      surface.red *= linearFromCode(texel[0])
      surface.green *= linearFromCode(texel[1])
      surface.blue *= linearFromCode(texel[2])
    }
    if (material.isUnlit) {
      result[0] = surface.red
      result[1] = surface.green
      result[2] = surface.blue
      return
    }
    surface.roughness = material.roughness
    surface.metalness = material.metalness
    surface.occlusion = 1
    if (material.surfaceTexels && uvs) {
      readTexel(material.surfaceTexels, u, v, texel)
      surface.roughness *= texel[1] / 255
      surface.metalness *= texel[2] / 255
    }
    if (material.occlusionTexels && uvs) {
      readTexel(material.occlusionTexels, u, v, texel)
      surface.occlusion = texel[0] / 255
    }
    this.#aim(a, b, c, wa, wb, wc, u, v, x, y)
    shadePoint(surface, this.#normal, this.#view, result)
    this.#addEmission(u, v, result)
    toneMap(result)
  }

  #addEmission(u: number, v: number, result: Float64Array): void {
    const { emissive, emissiveTexels } = this.#draw.material
    if (emissive[0] + emissive[1] + emissive[2] === 0) return
    if (emissiveTexels && this.#draw.uvs) readTexel(emissiveTexels, u, v, this.#texel)
    else this.#texel.fill(255)
    for (let c = 0; c < 3; c++) result[c] += emissive[c] * linearFromCode(this.#texel[c])
  }

  /**
   * Sets normal and view direction in camera coordinates. The normal is flipped towards the viewer.
   */
  // oxlint-disable-next-line max-params -- for each pixel
  #aim(
    a: number,
    b: number,
    c: number,
    wa: number,
    wb: number,
    wc: number,
    u: number,
    v: number,
    x: number,
    y: number,
  ): void {
    const { normals, tangents, material } = this.#draw
    const { right, up, back, focalPx, centreX, centreY } = this.#camera
    const view = this.#view
    view[0] = (centreX - x) / focalPx
    view[1] = (y - centreY) / focalPx
    view[2] = 1
    normalise(view)

    let nx = wa * normals[a * 3] + wb * normals[b * 3] + wc * normals[c * 3]
    let ny = wa * normals[a * 3 + 1] + wb * normals[b * 3 + 1] + wc * normals[c * 3 + 1]
    let nz = wa * normals[a * 3 + 2] + wb * normals[b * 3 + 2] + wc * normals[c * 3 + 2]
    if (material.normalTexels && tangents) {
      const scale = 1 / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1)
      nx *= scale
      ny *= scale
      nz *= scale
      const tx = wa * tangents[a * 4] + wb * tangents[b * 4] + wc * tangents[c * 4]
      const ty = wa * tangents[a * 4 + 1] + wb * tangents[b * 4 + 1] + wc * tangents[c * 4 + 1]
      const tz = wa * tangents[a * 4 + 2] + wb * tangents[b * 4 + 2] + wc * tangents[c * 4 + 2]
      const sign = tangents[a * 4 + 3]
      readTexel(material.normalTexels, u, v, this.#texel)
      const mx = (this.#texel[0] / 127.5 - 1) * material.normalScale
      const my = (this.#texel[1] / 127.5 - 1) * material.normalScale * sign
      const mz = this.#texel[2] / 127.5 - 1
      const ux = mx * tx + my * (ny * tz - nz * ty) + mz * nx
      const uy = mx * ty + my * (nz * tx - nx * tz) + mz * ny
      const uz = mx * tz + my * (nx * ty - ny * tx) + mz * nz
      nx = ux
      ny = uy
      nz = uz
    }
    const normal = this.#normal
    normal[0] = nx * right[0] + ny * right[1] + nz * right[2]
    normal[1] = nx * up[0] + ny * up[1] + nz * up[2]
    normal[2] = nx * back[0] + ny * back[1] + nz * back[2]
    normalise(normal)
    if (normal[0] * view[0] + normal[1] * view[1] + normal[2] * view[2] < 0) {
      normal[0] = -normal[0]
      normal[1] = -normal[1]
      normal[2] = -normal[2]
    }
  }
}

function normalise(vector: Float64Array): void {
  const scale =
    1 / (Math.sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]) || 1)
  vector[0] *= scale
  vector[1] *= scale
  vector[2] *= scale
}
