import sharp from 'sharp'
import { decodePicture } from '#engine/decode.ts'
import { findForeground } from '#engine/mask/find-foreground.ts'
import { createRandom } from '#engine/random.ts'
import { maskOverlap } from '#engine/testing/mask-overlap.fixture.ts'
import { weightsPath } from '#engine/testing/weights-path.fixture.ts'
import { pose } from './judge.ts'
import { makeTruths } from './truth.ts'
import { median, percent, printTable } from '../table.ts'

const side = 512
const objectSide = 340
/** Standard deviation of the camera noise, in levels of 255. */
const grain = 3

type Scene = {
  readonly backdrop: readonly [number, number, number]
  readonly shadow: number
  /**
   * True for a sharp shadow beside the object, as in sunlight. Otherwise the shadow is soft and
   * below the object.
   */
  readonly isHard?: boolean
  /** Fraction by which the lens darkens the corners of the picture, 0 to 1. */
  readonly falloff: number
  readonly isWhite: boolean
}

const scenes: Readonly<Record<string, Scene>> = {
  white: { backdrop: [254, 254, 254], shadow: 0, falloff: 0, isWhite: false },
  shadow: { backdrop: [250, 249, 247], shadow: 0.6, falloff: 0.12, isWhite: false },
  grey: { backdrop: [205, 206, 208], shadow: 0.4, falloff: 0.15, isWhite: false },
  sun: { backdrop: [214, 190, 160], shadow: 0.4, falloff: 0, isHard: true, isWhite: false },
  china: { backdrop: [251, 251, 251], shadow: 0.35, falloff: 0, isWhite: true },
}

/**
 * Measures how well the engine separates objects from a plain background: the overlap of the found
 * mask with the true mask, averaged over models of known shape. Each model is tested without a
 * shadow, with a soft shadow, on grey, in sunlight, and all in white.
 */
export async function measureBackdrops(): Promise<Record<string, number>> {
  const names = Object.keys(scenes)
  const rows = [['model', ...names]]
  const overlaps = names.map((): number[] => [])
  for (const truth of await makeTruths()) {
    if (truth.isDrawing) continue
    const { picture } = await pose(truth)
    const object = await placeObject(picture)
    const row = [truth.name]
    for (const [k, name] of names.entries()) {
      const photograph = await decodePicture(await photographObject(object, scenes[name]))
      const { alpha } = await findForeground(photograph, weightsPath)
      const overlap = maskOverlap(alpha.data, (i) => object[i * 4 + 3] > 127)
      overlaps[k].push(overlap)
      row.push(percent(overlap))
    }
    rows.push(row)
  }
  const means = overlaps.map((values) => values.reduce((sum, v) => sum + v, 0) / values.length)
  rows.push(['mean', ...means.map(percent)])
  rows.push(['median', ...overlaps.map((values) => percent(median(values)))])
  printTable(rows)
  return Object.fromEntries(
    names.map((name, k) => [`iou_mask_${name}`, Number(means[k].toFixed(4))]),
  )
}

async function placeObject(picture: Uint8Array): Promise<Uint8Array> {
  const object = await sharp(picture)
    .trim()
    .resize(objectSide, objectSide, { fit: 'inside' })
    .png()
    .toBuffer()
  const empty = { width: side, height: side, channels: 4, background: '#0000' } as const
  return sharp({ create: empty })
    .composite([{ input: object, gravity: 'centre' }])
    .raw()
    .toBuffer()
}

async function photographObject(
  object: Uint8Array,
  { backdrop, shadow, falloff, isHard = false, isWhite }: Scene,
): Promise<Uint8Array> {
  const shade = await (isHard ? castShadow(object) : drawShadow(object))
  const random = createRandom(1)
  const pixels = new Uint8ClampedArray(side * side * 3)
  for (let i = 0; i < side * side; i++) {
    const [x, y] = [(i % side) / side, Math.floor(i / side) / side]
    const light = 1 - falloff * ((x - 0.5) ** 2 + (y - 0.4) ** 2)
    const [red, green, blue, coverage] = object.subarray(i * 4, i * 4 + 4)
    const grey = 150 + 95 * Math.min(1, (0.3 * red + 0.59 * green + 0.11 * blue) / 190)
    const fraction = coverage / 255
    for (const [c, own] of [red, green, blue].entries()) {
      const ground = backdrop[c] * light * (1 - (shadow * shade[i]) / 255)
      const colour = (isWhite ? grey : own) * fraction + ground * (1 - fraction)
      pixels[i * 3 + c] = colour + grain * (random() - 0.5)
    }
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
}

async function drawShadow(object: Uint8Array): Promise<Uint8Array> {
  const { left, right, bottom, top } = getBounds(object)
  const [rx, ry] = [0.52 * (right - left), Math.max(12, 0.07 * (bottom - top))]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
    <filter id="soft" x="-60%" y="-200%" width="220%" height="500%"><feGaussianBlur stdDeviation="13"/></filter>
    <rect width="${side}" height="${side}"/>
    <ellipse cx="${(left + right) / 2 + 12}" cy="${bottom - 6}" rx="${rx}" ry="${ry}" fill="#fff" filter="url(#soft)"/>
  </svg>`
  return sharp(Buffer.from(svg)).toColourspace('b-w').extractChannel(0).raw().toBuffer()
}

async function castShadow(object: Uint8Array): Promise<Uint8Array> {
  const { bottom } = getBounds(object)
  const shade = new Uint8Array(side * side)
  for (let y = 0; y <= bottom; y++) {
    const height = Math.round((bottom - y) / 0.35)
    const from = bottom - height
    if (from < 0) continue
    for (let x = 0; x < side; x++) {
      const source = Math.round(x - 0.55 * height)
      if (source >= 0) shade[y * side + x] = object[(from * side + source) * 4 + 3]
    }
  }
  const soft = sharp(shade, { raw: { width: side, height: side, channels: 1 } }).blur(1.2)
  return soft.extractChannel(0).raw().toBuffer()
}

function getBounds(object: Uint8Array) {
  const bounds = { left: side, right: 0, top: side, bottom: 0 }
  for (let i = 0; i < side * side; i++) {
    if (object[i * 4 + 3] < 128) continue
    const [x, y] = [i % side, Math.floor(i / side)]
    bounds.left = Math.min(bounds.left, x)
    bounds.right = Math.max(bounds.right, x)
    bounds.top = Math.min(bounds.top, y)
    bounds.bottom = y
  }
  return bounds
}
