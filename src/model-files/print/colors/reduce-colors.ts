import { clamp } from '#lib/clamp.ts'
import { filamentsMax } from '../../export/palette.ts'
import { type DecodePicture, decodeSrgb, encodeSrgb } from '../../export/vertex-colors.ts'
import type { PartMaterial, Parts } from '../../mesh/parts.ts'
import { weld } from '../../mesh/weld.ts'
import { UnworkableModelError } from '../../unworkable-model-error.ts'
import { choosePalette, ColorCounts } from './choose-palette.ts'
import { type ColorMesh, createColorMesh, measureTriangleArea } from './color-mesh.ts'
import { createColorSampler } from './color-sampler.ts'
import { fromOklab } from './oklab.ts'
import type { ColorOptions, Filament } from '../steps.ts'
import { removeIslands } from './remove-islands.ts'
import { listSamples, splitBorders } from './split-borders.ts'
import { toColorParts } from './to-color-parts.ts'

/** Maximum number of triangles of the result, because slicers are slow with more. */
const trianglesMax = 500_000
const samplesMax = 60_000

type ColorWish = {
  count: number
  patchArea: number
  detail: number
}

export const toColorWish = (
  { count, patchMm2, detailMm }: ColorOptions,
  printMmPerMetre: number,
): ColorWish => ({
  count,
  patchArea: patchMm2 / printMmPerMetre ** 2,
  detail: detailMm / printMmPerMetre,
})

export type ReducedColors = {
  filaments: Filament[]
  mesh: ColorMesh
  labels: Uint8Array
}

/**
 * Reduces the colours of a surface to a few filaments, the most used one first.
 * @throws {UnworkableModelError} if the surface has only one colour.
 */
export async function reduceColors(
  model: Parts,
  { count, patchArea, detail }: ColorWish,
  { decode, onProgress = () => {} }: ColorTools,
): Promise<ReducedColors> {
  const welded = weld(model.parts)
  const sampler = await createColorSampler(model, welded.origins, decode)
  const mesh = createColorMesh(welded)
  onProgress(0.2)
  const counts = new ColorCounts()
  const areas = mesh.origins.map((_, triangle) => measureTriangleArea(mesh, triangle))
  const whole = areas.reduce((sum, area) => sum + area, 0)
  mesh.origins.forEach((origin, triangle) => {
    const area = areas[triangle] ?? 0
    const isPlain = sampler.isPlain(origin)
    const wanted = isPlain ? 1 : Math.sqrt((2 * samplesMax * area) / whole)
    const places = listSamples(clamp(Math.round(wanted), 1, 64))
    for (const [a, b, c] of places) {
      const sum = a + b + c
      counts.add(sampler.sample(origin, [a / sum, b / sum, c / sum]), area / places.length)
    }
  })
  const palette = choosePalette(counts, clamp(Math.round(count), 2, filamentsMax))
  if (palette.length < 2) {
    throw new UnworkableModelError('This model has only one colour.')
  }
  onProgress(0.4)
  const labels = splitBorders(mesh, { sampler, palette, detail, trianglesMax })
  onProgress(0.8)
  removeIslands(mesh, labels, patchArea)
  const used = new Float64Array(palette.length)
  labels.forEach((label, triangle) => {
    used[label] = (used[label] ?? 0) + measureTriangleArea(mesh, triangle) / whole
  })
  const order = [...used.keys()]
    .filter((label) => (used[label] ?? 0) > 0)
    .toSorted((one, other) => (used[other] ?? 0) - (used[one] ?? 0))
  return {
    filaments: order.map((label) => ({
      color: toHex(fromOklab(palette[label] ?? [0, 0, 0])),
      ratio: used[label] ?? 0,
    })),
    mesh,
    labels: labels.map((label) => order.indexOf(label)),
  }
}

type ColorTools = { decode: DecodePicture; onProgress?: (fraction: number) => void }

/**
 * Makes a model with one material per filament.
 * @param colors new colours of the filaments. Equal colours become one filament.
 */
export function applyFilaments(
  model: Parts,
  { filaments, mesh, labels }: ReducedColors,
  colors: readonly string[] = filaments.map(({ color }) => color),
): Parts {
  const listed = filaments.map(({ color }, at) => (colors[at] ?? color).toUpperCase())
  const distinct = [...new Set(listed)]
  const places = listed.map((color) => distinct.indexOf(color))
  return {
    parts: toColorParts(
      model.parts,
      mesh,
      labels.map((label) => places[label] ?? 0),
    ),
    materials: distinct.map((color, at) => createFilament(color, `Filament ${at + 1}`)),
  }
}

const createFilament = (color: string, name: string): PartMaterial => {
  const [red = 0, green = 0, blue = 0] = parseHex(color)
  return { name, color: [red, green, blue, 1], metalness: 0, roughness: 0.7, emissive: [0, 0, 0] }
}

const toHex = (linear: readonly number[]): string =>
  `#${linear.map((light) => encodeSrgb(light).toString(16).padStart(2, '0')).join('')}`.toUpperCase()

const parseHex = (color: string): number[] =>
  [1, 3, 5].map((at) => decodeSrgb(Number.parseInt(color.slice(at, at + 2), 16)))
