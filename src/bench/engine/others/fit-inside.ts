import { writeFile } from 'node:fs/promises'
import type { Layers } from '#engine/fields/hull/guess-inside.ts'
import { clueCount } from '#engine/fields/hull/inside-clues.ts'
import { createRandom } from '#engine/random.ts'
import { fetchModels } from './fetch-models.ts'
import { fitLayers } from './fit-layers.ts'
import { hullSamples, type HullSamples } from './hull-samples.ts'
import { halfOf, readList } from './list.ts'
import { readSubject } from './take-pictures.ts'

const target = new URL('../../../engine/fields/hull/inside-network.ts', import.meta.url)
/** Of each model, so that large ones do not count for all. */
const cellsOfModel = 1_500
/** Degrees that each model is turned by: what is its side once is its front the other time. */
const turns = [0, 90]

/**
 * Fits what is likely to be inside between the outlines of the front and the sides to the tuning half, and writes
 * it down.
 */
export async function fitInside(): Promise<Record<string, number>> {
  const cells = chosenCells()
  for (const listed of (await readList()).filter(({ name }) => halfOf(name) === 'tuning')) {
    const glb = (await fetchModels([listed])).get(listed.name)
    const subject = glb && (await readSubject(listed, glb))
    if (!subject || subject.isFlat) continue
    for (const turn of turns) {
      // A name of its own, as its pictures are kept by it.
      const name = turn === 0 ? subject.name : `${subject.name}@${turn}`
      const samples = await hullSamples({ ...subject, name, yaw: subject.yaw + turn })
      if (samples) cells.add(samples)
    }
  }
  const examples = cells.examples()
  await writeFile(target, sourceOf(fitLayers(examples)))
  return { cells: examples.answers.length }
}

/** Some cells of each model. */
function chosenCells() {
  const random = createRandom(11)
  const [clues, answers, counts]: number[][] = [[], [], []]
  return {
    add(samples: HullSamples): void {
      const all = samples.inside.length
      const taken = Math.min(cellsOfModel, all)
      for (let n = 0; n < taken; n++) {
        const k = Math.floor(random() * all)
        for (let c = 0; c < clueCount; c++) clues.push(samples.clues[k * clueCount + c])
        answers.push(samples.inside[k])
        counts.push(Math.sqrt(cellsOfModel / taken))
      }
    },
    examples: () => ({
      clueCount,
      clues: Float32Array.from(clues),
      answers: Float32Array.from(answers),
      counts: Float32Array.from(counts),
    }),
  }
}

const list = (values: readonly number[]) =>
  values.map((value) => Number(value.toPrecision(4))).join(', ')

const sourceOf = ({
  means,
  deviations,
  layers,
}: Layers): string => `import type { Layers } from './guess-inside.ts'

/**
 * What is likely to be inside between the outlines of the front and the sides. Written by
 * \`BOZZETTO_BENCH_ENGINE=fitInside npm run bench -- engine\` from the tuning half of its models.
 */
export const insideNetwork: Layers = {
  means: [${list(means)}],
  deviations: [${list(deviations)}],
  layers: [
${layers.map(({ weights, biases }) => `    { weights: [${list(weights)}], biases: [${list(biases)}] },`).join('\n')}
  ],
}
`
