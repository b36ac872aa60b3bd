import * as z from 'zod/mini'
import { UnworkableModelError } from '../../unworkable-model-error.ts'
import { readZip } from '../zip/read-zip.ts'
import { coefficientCounts, toDegree, type Degree } from '../../splats/harmonics.ts'
import { checkCount, makeSplats, putRotation, type Splats } from '../../splats/splats.ts'

/** Red, green, blue and alpha of each pixel. Colours are not multiplied by alpha. */
export type ExactPixels = { width: number; height: number; data: Uint8Array | Uint8ClampedArray }

export type DecodeExactly = (webp: Uint8Array<ArrayBuffer>) => Promise<ExactPixels>

const three = z.array(z.number()).check(z.length(3))
const four = z.array(z.number()).check(z.length(4))
const codebook = z.array(z.number()).check(z.length(256))
const files = z.array(z.string())

/** Schema of `meta.json`: version 2 has codebooks, version 1 has ranges. */
const metaSchema = z.object({
  version: z.optional(z.literal(2)),
  count: z.optional(z.number()),
  means: z.object({ shape: z.optional(z.array(z.number())), mins: three, maxs: three, files }),
  scales: z.object({
    codebook: z.optional(codebook),
    mins: z.optional(three),
    maxs: z.optional(three),
    files,
  }),
  quats: z.object({ files }),
  sh0: z.object({
    codebook: z.optional(codebook),
    mins: z.optional(four),
    maxs: z.optional(four),
    files,
  }),
  shN: z.optional(
    z.object({
      bands: z.optional(z.number()),
      codebook: z.optional(codebook),
      mins: z.optional(z.number()),
      maxs: z.optional(z.number()),
      files,
    }),
  ),
})
type Meta = z.infer<typeof metaSchema>

const metaName = 'meta.json'
const paletteRow = 64

/**
 * Reads a SOG (PlayCanvas): a zip of lossless WebP pictures with one pixel per splat, and a JSON
 * file.
 * @throws {UnworkableModelError} if the SOG is damaged, or of an unknown version.
 */
export async function readSog(bytes: Uint8Array, decode: DecodeExactly): Promise<Splats> {
  const entries = await readZip(bytes, (path) => /\.(?:json|webp)$/i.test(path))
  const metaPath = [...entries.keys()].find((path) => /(?:^|\/)meta\.json$/.test(path))
  const json = metaPath === undefined ? undefined : entries.get(metaPath)
  if (!json || metaPath === undefined) throw damagedSog(`its file ${metaName} is missing`)
  const meta = parseMeta(json)
  const folder = metaPath.slice(0, metaPath.length - metaName.length)
  const count = meta.count ?? meta.means.shape?.[0] ?? 0
  checkCount(count)
  const load = async (name: string | undefined, pixelsMin = count): Promise<ExactPixels> => {
    if (name === undefined) throw damagedSog('an image is missing')
    const webp = entries.get(folder + name)
    if (!webp) throw damagedSog(`its file ${name} is missing`)
    const pixels = await decode(webp)
    if (pixels.width * pixels.height < pixelsMin) throw damagedSog(`its file ${name} is too small`)
    return pixels
  }
  const degree = await readDegree(meta, load)
  const splats = makeSplats(count, true, degree)
  readPositions(splats, meta, [await load(meta.means.files[0]), await load(meta.means.files[1])])
  readTurns(splats, await load(meta.quats.files[0]))
  readScales(splats, meta, await load(meta.scales.files[0]))
  readColors(splats, meta, await load(meta.sh0.files[0]))
  if (meta.shN && splats.harmonics.length > 0) {
    const [palette, labels] = meta.shN.files
    readHarmonics(splats, meta.shN, {
      palette: await load(palette, 1),
      labels: await load(labels),
      coefficients: coefficientCounts[degree],
    })
  }
  return splats
}

function parseMeta(json: Uint8Array): Meta {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(json))
  } catch (cause) {
    throw damagedSog('its meta.json cannot be read', cause)
  }
  const version: unknown = Reflect.get(Object(value), 'version')
  if (typeof version === 'number' && version !== 2) {
    throw new UnworkableModelError(`This SOG has version ${version}, which is not supported.`)
  }
  const parsed = metaSchema.safeParse(value)
  if (!parsed.success) throw damagedSog('its meta.json lacks values', parsed.error)
  return parsed.data
}

async function readDegree(
  { shN }: Meta,
  load: (name: string | undefined, pixelsMin: number) => Promise<ExactPixels>,
): Promise<Degree> {
  if (!shN) return 0
  if (shN.bands !== undefined) return toDegree(shN.bands)
  const { width } = await load(shN.files[0], 1)
  return toDegree(coefficientCounts.findIndex((count) => count === width / paletteRow))
}

function readPositions(
  { count, positions }: Splats,
  { means: { mins, maxs } }: Meta,
  [low, high]: readonly [ExactPixels, ExactPixels],
): void {
  for (let splat = 0; splat < count; splat++) {
    for (let axis = 0; axis < 3; axis++) {
      const stored = (low.data[splat * 4 + axis] ?? 0) | ((high.data[splat * 4 + axis] ?? 0) << 8)
      const value = mix(mins[axis], maxs[axis], stored / 65_535)
      positions[splat * 3 + axis] = Math.sign(value) * (Math.exp(Math.abs(value)) - 1)
    }
  }
}

/**
 * Indices of the stored components of w, x, y, z, by the index of the largest component, which is
 * not stored.
 */
const others = [
  [1, 2, 3],
  [0, 2, 3],
  [0, 1, 3],
  [0, 1, 2],
] as const

function readTurns({ count, rotations }: Splats, { data }: ExactPixels): void {
  for (let splat = 0; splat < count; splat++) {
    const largest = (data[splat * 4 + 3] ?? 0) - 252
    const stored = others[largest]
    const parts = [1, 0, 0, 0]
    if (stored) {
      let squares = 0
      stored.forEach((place, at) => {
        const part = (((data[splat * 4 + at] ?? 0) / 255) * 2 - 1) * Math.SQRT1_2
        parts[place] = part
        squares += part * part
      })
      parts[largest] = Math.sqrt(Math.max(0, 1 - squares))
    }
    const [w = 1, ...xyz] = parts
    putRotation(rotations, splat, xyz[0] ?? 0, xyz[1] ?? 0, xyz[2] ?? 0, w)
  }
}

function readScales(
  { count, scales: into }: Splats,
  { scales: { codebook: book, mins, maxs } }: Meta,
  { data }: ExactPixels,
): void {
  for (let splat = 0; splat < count; splat++) {
    for (let axis = 0; axis < 3; axis++) {
      const byte = data[splat * 4 + axis] ?? 0
      const log = book ? (book[byte] ?? 0) : mix(mins?.[axis], maxs?.[axis], byte / 255)
      into[splat * 3 + axis] = Math.exp(log)
    }
  }
}

function readColors(
  { count, colors, opacities }: Splats,
  { sh0: { codebook: book, mins, maxs } }: Meta,
  { data }: ExactPixels,
): void {
  for (let splat = 0; splat < count; splat++) {
    for (let channel = 0; channel < 3; channel++) {
      const byte = data[splat * 4 + channel] ?? 0
      colors[splat * 3 + channel] = book
        ? (book[byte] ?? 0)
        : mix(mins?.[channel], maxs?.[channel], byte / 255)
    }
    const alpha = (data[splat * 4 + 3] ?? 0) / 255
    // Version 1 stores opacity before the sigmoid function.
    opacities[splat] = book ? alpha : 1 / (1 + Math.exp(-mix(mins?.[3], maxs?.[3], alpha)))
  }
}

type Palette = { palette: ExactPixels; labels: ExactPixels; coefficients: number }

function readHarmonics(
  { count, harmonics }: Splats,
  { codebook: book, mins, maxs }: NonNullable<Meta['shN']>,
  { palette, labels, coefficients }: Palette,
): void {
  for (let splat = 0; splat < count; splat++) {
    const label = (labels.data[splat * 4] ?? 0) | ((labels.data[splat * 4 + 1] ?? 0) << 8)
    const column = (label % paletteRow) * coefficients
    const row = Math.floor(label / paletteRow)
    harmonics.forEach((list, coefficient) => {
      const pixel = (row * palette.width + column + coefficient) * 4
      for (let channel = 0; channel < 3; channel++) {
        const byte = palette.data[pixel + channel] ?? 0
        list[splat * 3 + channel] = book ? (book[byte] ?? 0) : mix(mins, maxs, byte / 255)
      }
    })
  }
}

const mix = (low = 0, high = 0, fraction: number): number => low + (high - low) * fraction

const damagedSog = (reason: string, cause?: unknown) =>
  new UnworkableModelError(`This SOG is damaged: ${reason}.`, { cause })
