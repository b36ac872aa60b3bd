import sharp from 'sharp'
import { createRandom } from '#engine/random.ts'
import { linearFromSrgb8 } from '#engine/raster/colour-space.ts'
import { getCentre, project, toRay } from '#engine/scan/cameras/lens.ts'
import { createInk } from '#engine/scan/mat/mat-ink.ts'
import { getMat } from '#engine/scan/mat/mat-layout.ts'
import { clearVisibility, createVisibility, rasterise } from '#engine/thumbnail/rasterise.ts'
import { readTexel } from '#engine/thumbnail/texels.ts'
import { photoSize, type Shot } from './plan-shots.ts'
import type { ScanScene } from './scan-scene.ts'

const { width, height } = photoSize
const fine = 2
const mat = getMat('one-page')
const ink = createInk(mat)
/** Half the width and half the height of a sheet of A4 paper, in mm. */
const paper = [105, 148.5]
const lamp = toUnit([-0.5, 0.6, 0.9])
const light = { ambient: 0.42, lamp: 0.75 }
const seen = createVisibility(width * fine)

/** Takes a photo. Returns a JPEG and the true mask of the object. */
export async function takePhoto(
  scene: ScanScene,
  shade: (x: number, y: number) => number,
  shot: Shot,
): Promise<{ jpeg: Buffer; mask: Uint8Array }> {
  const { positions, indices } = scene.object
  const points = new Float32Array(positions.length)
  for (let k = 0; k < points.length; k += 3) {
    const [x, y, z] = [positions[k], positions[k + 1], positions[k + 2]]
    const [u, v, depth] = project(shot.lens, shot.pose, x, y, z)
    points[k] = u * fine
    points[k + 1] = v * fine
    points[k + 2] = 1 / depth
  }
  clearVisibility(seen)
  rasterise(seen, { draw: 0, points, indices })
  const linear = new Float32Array(width * height * 3)
  const mask = new Uint8Array(width * height)
  const lookBehind = createBackdrop(scene, shade, shot)
  const lookAtObject = createShader(scene, points)
  const colour = [0, 0, 0]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      let covered = 0
      for (let k = 0; k < 4; k++) {
        const [sampleX, sampleY] = [x * fine + (k & 1), y * fine + (k >> 1)]
        const at = sampleY * seen.side + sampleX
        if (seen.draws[at] < 0) continue
        covered++
        lookAtObject(seen.triangles[at], [sampleX + 0.5, sampleY + 0.5], colour)
        for (let c = 0; c < 3; c++) linear[i * 3 + c] += colour[c] / 4
      }
      if (covered < 4) {
        lookBehind(x, y, colour)
        for (let c = 0; c < 3; c++) linear[i * 3 + c] += (colour[c] * (4 - covered)) / 4
      }
      mask[i] = (covered * 255) / 4
    }
  }
  const pixels = expose(blurAlong(linear, shot.blur), shot)
  const jpeg = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer()
  return { jpeg, mask }
}

function createBackdrop(
  { table, room }: ScanScene,
  shade: (x: number, y: number) => number,
  { lens, pose }: Shot,
) {
  const eye = getCentre(pose)
  const { rotation: r } = pose
  /**
   * Returns the point of the table that is visible at the centre of a pixel, or the direction if
   * the table is not visible.
   */
  const meet = (u: number, v: number) => {
    const [a, b] = toRay(lens, u + 0.5, v + 0.5)
    const x = r[0] * a + r[3] * b + r[6]
    const y = r[1] * a + r[4] * b + r[7]
    const z = r[2] * a + r[5] * b + r[8]
    const distance = -eye[2] / z
    return { x, y, z, tableX: eye[0] + distance * x, tableY: eye[1] + distance * y }
  }
  return (u: number, v: number, colour: number[]): void => {
    const { x, y, z, tableX, tableY } = meet(u, v)
    if (!(z < 0) || Math.abs(tableX - 60) > 700 || Math.abs(tableY - 90) > 450) {
      const [red, green, blue] = room(Math.atan2(y, x), Math.atan2(z, Math.hypot(x, y)))
      colour[0] = red
      colour[1] = green
      colour[2] = blue
      return
    }
    const bright = light.ambient + light.lamp * lamp[2] * shade(tableX, tableY)
    if (Math.abs(tableX) < paper[0] && Math.abs(tableY) < paper[1]) {
      const [right, below] = [meet(u + 1, v), meet(u, v + 1)]
      let white = 0
      for (let k = 0; k < 9; k++) {
        const [across, down] = [(k % 3) / 3 - 1 / 3, Math.floor(k / 3) / 3 - 1 / 3]
        white += ink(
          tableX + across * (right.tableX - tableX) + down * (below.tableX - tableX),
          tableY + across * (right.tableY - tableY) + down * (below.tableY - tableY),
        )
      }
      const reflected = bright * (0.045 + (0.76 * white) / 9)
      colour[0] = reflected
      colour[1] = reflected * 0.98
      colour[2] = reflected * 0.94
      return
    }
    const [red, green, blue] = table(tableX, tableY)
    colour[0] = red * bright
    colour[1] = green * bright
    colour[2] = blue * bright
  }
}

const texel = new Float64Array(4)

function createShader({ object }: ScanScene, points: Float32Array) {
  const { indices, normals, draws, drawByTriangle, firstVertex } = object
  const corners = [0, 0, 0]
  const weights = [0, 0, 0]
  const blend = (values: Float32Array, size: number, offset: number) =>
    weights[0] * values[corners[0] * size + offset] +
    weights[1] * values[corners[1] * size + offset] +
    weights[2] * values[corners[2] * size + offset]
  return (triangle: number, [x, y]: readonly [number, number], colour: number[]): void => {
    for (let k = 0; k < 3; k++) corners[k] = indices[triangle * 3 + k]
    const [a, b, c] = corners.map((corner) => corner * 3)
    const area =
      (points[b + 1] - points[c + 1]) * (points[a] - points[c]) +
      (points[c] - points[b]) * (points[a + 1] - points[c + 1])
    weights[0] =
      ((points[b + 1] - points[c + 1]) * (x - points[c]) +
        (points[c] - points[b]) * (y - points[c + 1])) /
      area
    weights[1] =
      ((points[c + 1] - points[a + 1]) * (x - points[c]) +
        (points[a] - points[c]) * (y - points[c + 1])) /
      area
    weights[2] = 1 - weights[0] - weights[1]
    const { material, uvs, colours } = draws[drawByTriangle[triangle]]
    const first = firstVertex[drawByTriangle[triangle]]
    for (let k = 0; k < 3; k++) {
      colour[k] = material.baseColour[k] * (colours ? blend(colours, 3, k - 3 * first) : 1)
    }
    if (material.baseTexels && uvs) {
      const [u, v] = [blend(uvs, 2, -2 * first), blend(uvs, 2, 1 - 2 * first)]
      readTexel(material.baseTexels, u, v, texel)
      for (let k = 0; k < 3; k++) colour[k] *= linearFromSrgb8[Math.round(texel[k])]
    }
    const normal = [blend(normals, 3, 0), blend(normals, 3, 1), blend(normals, 3, 2)]
    const length = Math.hypot(...normal) || 1
    const facing = normal.reduce((sum, value, k) => sum + (value / length) * lamp[k], 0)
    const bright =
      light.ambient * (0.8 + (0.2 * normal[2]) / length) + light.lamp * Math.max(0, facing)
    for (let k = 0; k < 3; k++) colour[k] *= bright
  }
}

function blurAlong(linear: Float32Array, [dx, dy]: readonly [number, number]): Float32Array {
  const length = Math.hypot(dx, dy)
  if (length < 1) return linear
  const steps = Math.ceil(length) + 1
  const blurred = new Float32Array(linear.length)
  for (let k = 0; k < steps; k++) {
    const fraction = k / (steps - 1) - 0.5
    const [moveX, moveY] = [Math.round(dx * fraction), Math.round(dy * fraction)]
    for (let y = 0; y < height; y++) {
      const row = Math.max(0, Math.min(height - 1, y + moveY)) * width
      for (let x = 0; x < width; x++) {
        const from = (row + Math.max(0, Math.min(width - 1, x + moveX))) * 3
        const to = (y * width + x) * 3
        for (let c = 0; c < 3; c++) blurred[to + c] += linear[from + c] / steps
      }
    }
  }
  return blurred
}

function expose(linear: Float32Array, { gain, noise, seed }: Shot): Uint8Array {
  const random = createRandom(seed)
  const pixels = new Uint8Array(linear.length)
  for (let i = 0; i < pixels.length; i++) {
    const value = Math.min(1, linear[i] * gain[i % 3]) ** (1 / 2.2)
    const grain = noise * (random() + random() + random() - 1.5) * 2
    pixels[i] = Math.max(0, Math.min(255, Math.round(255 * (value + grain))))
  }
  return pixels
}

/** Creates a soft shadow on the table. The value is 1 where the object does not cover the lamp. */
export function createShadow({ object }: ScanScene): (x: number, y: number) => number {
  const side = 512
  const mmPerCell = 1
  const lit = createVisibility(side)
  const { positions, indices } = object
  const points = new Float32Array(positions.length)
  for (let k = 0; k < points.length; k += 3) {
    const down = positions[k + 2] / lamp[2]
    points[k] = (positions[k] - down * lamp[0]) / mmPerCell + side / 2
    points[k + 1] = (positions[k + 1] - down * lamp[1]) / mmPerCell + side / 2
  }
  rasterise(lit, { draw: 0, points, indices })
  const reach = 6
  const shade = new Float32Array(side * side)
  for (let y = reach; y < side - reach; y++) {
    for (let x = reach; x < side - reach; x++) {
      let sum = 0
      for (let dy = -reach; dy <= reach; dy += 2) {
        for (let dx = -reach; dx <= reach; dx += 2) {
          if (lit.draws[(y + dy) * side + x + dx] >= 0) sum++
        }
      }
      shade[y * side + x] = sum / 49
    }
  }
  return (x, y) => {
    const [column, row] = [Math.round(x + side / 2), Math.round(y + side / 2)]
    if (!(column >= 0 && row >= 0 && column < side && row < side)) return 1
    return 1 - 0.85 * shade[row * side + column]
  }
}

function toUnit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}
