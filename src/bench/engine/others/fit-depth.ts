import { writeFile } from 'node:fs/promises'
import type { Trees } from '#engine/fields/body/trees.ts'
import { centreDepth, renderView, type TriangleSolid } from '../views.ts'
import { fetchModels } from './fetch-models.ts'
import { fitTrees, type Row } from './fit-trees.ts'
import { selectHalf, readList } from './list.ts'
import { cluesFrom } from './make-shape.ts'
import { readSubject, shotNames, getCachedPicture, getTrueSolid } from './take-pictures.ts'

const target = new URL('../../../engine/fields/body/guesses.ts', import.meta.url)
/**
 * Quantile of the depths along the line of sight that counts as the thickness, as in the engine.
 */
const thickest = 0.97
const viewSide = 128
/**
 * Range of plausible depths, as multiples of the front's long side. Models outside this range are
 * ignored.
 */
const depthBounds = [0.03, 2.5] as const

/**
 * Fits the engine's estimate of the depth to one half of the models, and writes the result into the
 * engine's source file.
 */
export async function fitDepth(): Promise<Record<string, number>> {
  const rows: Row[] = []
  for (const listed of (await readList()).filter(({ name }) => selectHalf(name) === 'tuning')) {
    const glb = (await fetchModels([listed])).get(listed.name)
    if (!glb) continue
    const subject = await readSubject(listed, glb)
    for (const shot of shotNames) {
      const clues = await cluesFrom(await getCachedPicture(subject, shot))
      rows.push({ clues, value: logDepth(getTrueSolid(subject, shot)) })
    }
  }
  const about = `The logarithm of the depth, in lengths of the outline's long side.`
  await writeFile(
    target,
    formatTrees(fitTrees(rows), { name: 'depthTrees', about, types: './trees.ts' }),
  )
  return { pictures: rows.length }
}

function logDepth(solid: TriangleSolid): number {
  const centred = centreDepth(solid)
  const [front, back] = [0, 180].map(
    (yaw) => renderView(centred, { yaw, pitch: 0 }, viewSide).visibility,
  )
  const thicknesses: number[] = []
  for (let i = 0; i < viewSide ** 2; i++) {
    const mirrored = i - (i % viewSide) + viewSide - 1 - (i % viewSide)
    if (front.draws[i] < 0 || back.draws[mirrored] < 0) continue
    thicknesses.push(Math.max(0, front.nearest[i] + back.nearest[mirrored]))
  }
  thicknesses.sort((a, b) => a - b)
  const depth = thicknesses[Math.floor(thickest * (thicknesses.length - 1))] ?? 0
  return Math.log(Math.min(depthBounds[1], Math.max(depthBounds[0], depth)))
}

const list = (values: readonly number[]) =>
  values.map((value) => Number(value.toPrecision(4))).join(', ')

const formatTrees = (
  { start, clues, thresholds, answers }: Trees,
  { name, about, types }: { name: string; about: string; types: string },
): string => `import type { Trees } from '${types}'

/**
 * ${about} Written by
 * \`BOZZETTO_BENCH_ENGINE=fit npm run bench -- engine\` from the models that are reserved for tuning.
 */
const ${name}: Trees = {
  start: ${start.toFixed(4)},
  clues: [${clues.join(', ')}],
  thresholds: [${list(thresholds)}],
  answers: [${list(answers)}],
}
`
