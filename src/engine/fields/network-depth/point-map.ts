import type { Tensor } from 'onnxruntime-web'
import sharp from 'sharp'
import { clamp } from '#lib/clamp.ts'
import type { Cutout } from '../../crop.ts'
import type { DecodedPicture } from '../../decode.ts'
import { getFloats, unusable, type OpenNetwork } from '../../networks/open-network.ts'
import { createPlane, type Plane } from '../../raster/plane.ts'

/** Long side of the input in pixels, if the network file does not fix it. */
const givenSide = 518
/** Number of image tokens. MoGe's documentation suggests 1,200 to 2,500. */
const tokens = 1_200
/**
 * Largest aspect ratio that the network was trained with. Longer pictures are shrunk along one
 * axis.
 */
const aspectMax = 2
/** Minimum mask value of a pixel that is not sky or background. */
const maskMin = 0.5
const samples = 64

/**
 * Runs a point-map network (MoGe), which returns a 3D point per pixel, and finds the camera that
 * fits the points.
 * @returns distance towards the viewer over the whole picture, in pixels of the picture at the
 * object's distance. NaN if unknown.
 * @throws {EngineError} `network_unusable`.
 */
export async function seePoints(
  picture: DecodedPicture,
  cutout: Omit<Cutout, 'linear'>,
  { ort, session, shapes, run, path }: OpenNetwork,
): Promise<Plane> {
  const image = session.inputNames.find((name) => shapes[name].length === 4)
  if (image === undefined) throw unusable(path, 'does not take a picture')
  const [, , fixedHeight, fixedWidth] = shapes[image]
  const size = sizeFor(picture, fixedWidth, fixedHeight)
  const pixels = await getPlanes(picture, size)
  const inputs: Record<string, Tensor> = {
    [image]: new ort.Tensor('float32', pixels, [1, 3, size.height, size.width]),
  }
  const count = session.inputNames.find((name) => name !== image)
  if (count !== undefined) {
    // Some exported networks take the token count as a scalar, some as a list with one element.
    const value = BigInt64Array.of(BigInt(tokens))
    inputs[count] = new ort.Tensor('int64', value, shapes[count].length === 0 ? [] : [1])
  }
  const output = await run(inputs)
  const points = getFloats(path, output['points'])
  const mask = output['mask'] && getFloats(path, output['mask'])
  if (points.length !== 3 * size.width * size.height) throw unusable(path, 'gives no points')
  return computeNearness({ points, mask, ...size }, { picture, cutout, path })
}

type Size = { readonly width: number; readonly height: number }

const patch = 14
const wholePatches = (value: number) => Math.max(patch, Math.round(value / patch) * patch)

function sizeFor({ width, height }: DecodedPicture, fixedWidth: number, fixedHeight: number): Size {
  if (fixedWidth > 0 && fixedHeight > 0) return { width: fixedWidth, height: fixedHeight }
  const aspect = clamp(width / height, 1 / aspectMax, aspectMax)
  return aspect > 1
    ? { width: givenSide, height: wholePatches(givenSide / aspect) }
    : { width: wholePatches(givenSide * aspect), height: givenSide }
}

/** Returns colours from 0 to 1, because point-map networks normalise their input themselves. */
async function getPlanes(
  { width, height, rgba }: DecodedPicture,
  size: Size,
): Promise<Float32Array> {
  const pixels = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .resize(size.width, size.height, { fit: 'fill' })
    .raw()
    .toBuffer()
  const count = size.width * size.height
  const planes = new Float32Array(3 * count)
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) planes[c * count + i] = pixels[3 * i + c] / 255
  }
  return planes
}

/** Points for each pixel: x to the right, y down, z away from the camera. */
export type PointMap = Size & {
  readonly points: Float32Array
  /** Values above 0.5 mark pixels with a valid point. */
  readonly mask?: Float32Array | undefined
}

export type PointMapCamera = {
  readonly shift: number
  readonly focal: number
}

/**
 * Finds the focal length and the shift along z of a point map's camera. The focal length follows
 * from the shift by least squares, so only the shift is searched.
 */
export function findCamera(map: PointMap): PointMapCamera | undefined {
  const { points, width, height } = map
  const diagonal = Math.hypot(width, height)
  const chosen: { x: number; y: number; z: number; u: number; v: number }[] = []
  let [nearest, widest] = [Infinity, 0]
  for (let n = 0; n < samples * samples; n++) {
    const px = Math.floor((((n % samples) + 0.5) * width) / samples)
    const py = Math.floor(((Math.floor(n / samples) + 0.5) * height) / samples)
    const i = py * width + px
    if (!isSeen(map, i)) continue
    const [x, y, z] = [points[3 * i], points[3 * i + 1], points[3 * i + 2]]
    const u = (2 * px + 1 - width) / diagonal
    const v = (2 * py + 1 - height) / diagonal
    chosen.push({ x, y, z, u, v })
    nearest = Math.min(nearest, z)
    widest = Math.max(widest, Math.hypot(x, y))
  }
  if (chosen.length < 8 || !(widest > 0)) return undefined
  const fit = (shift: number) => {
    let [up, pp] = [0, 0]
    for (const { x, y, z, u, v } of chosen) {
      const [px, py] = [x / (z + shift), y / (z + shift)]
      up += px * u + py * v
      pp += px * px + py * py
    }
    const focal = up / Math.max(1e-12, pp)
    let error = 0
    for (const { x, y, z, u, v } of chosen) {
      error += ((focal * x) / (z + shift) - u) ** 2 + ((focal * y) / (z + shift) - v) ** 2
    }
    return { shift, focal, error }
  }
  const at = (exponent: number) => fit(widest * 10 ** exponent - nearest)
  let [low, high] = [-2, 2]
  let best = at(0)
  for (let round = 0; round < 8; round++) {
    const steps = 24
    let bestAt = low
    best = { shift: 0, focal: 0, error: Infinity }
    for (let k = 0; k <= steps; k++) {
      const exponent = low + ((high - low) * k) / steps
      const tried = at(exponent)
      if (tried.error < best.error) [best, bestAt] = [tried, exponent]
    }
    const step = (high - low) / steps
    ;[low, high] = [bestAt - step, bestAt + step]
  }
  return best.focal > 0 ? { shift: best.shift, focal: best.focal } : undefined
}

const isSeen = ({ points, mask }: PointMap, i: number): boolean =>
  Number.isFinite(points[3 * i + 2]) && (mask === undefined || mask[i] > maskMin)

type About = {
  readonly picture: Size
  readonly cutout: Omit<Cutout, 'linear'>
  readonly path: string
}

function computeNearness(map: PointMap, { picture, cutout, path }: About): Plane {
  const { points, width, height } = map
  const camera = findCamera(map)
  if (!camera) throw unusable(path, 'sees no surface')
  const distances: number[] = []
  const near = createPlane(width, height)
  for (let i = 0; i < near.data.length; i++) {
    const z = points[3 * i + 2] + camera.shift
    near.data[i] = isSeen(map, i) && z > 0 ? z : NaN
    const u = ((i % width) + 0.5) / width
    const v = (Math.floor(i / width) + 0.5) / height
    if (!Number.isNaN(near.data[i]) && isObject(cutout, u * picture.width, v * picture.height)) {
      distances.push(z)
    }
  }
  const distance = distances.toSorted((a, b) => a - b)[distances.length >> 1]
  if (!(distance > 0)) throw unusable(path, 'sees nothing where the object is')
  const diagonal = Math.hypot(picture.width, picture.height)
  const perUnit = (camera.focal * diagonal) / 2 / distance
  for (let i = 0; i < near.data.length; i++) near.data[i] = -near.data[i] * perUnit
  return near
}

function isObject(
  { left, top, width, height, alpha }: Omit<Cutout, 'linear'>,
  x: number,
  y: number,
) {
  const [cx, cy] = [Math.floor(x - left), Math.floor(y - top)]
  return cx >= 0 && cy >= 0 && cx < width && cy < height && alpha.data[cy * width + cx] > 0.5
}
