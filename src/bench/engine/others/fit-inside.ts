import { writeFile } from 'node:fs/promises'
import type { Layers } from '#engine/fields/hull/guess-inside.ts'
import { clueCount } from '#engine/fields/hull/inside-clues.ts'
import { createRandom } from '#engine/random.ts'
import { fetchModels } from './fetch-models.ts'
import { fitLayers } from './fit-layers.ts'
import { hullSamples, type HullSamples } from './hull-samples.ts'
import { selectHalf, readList } from './list.ts'
import { readSubject } from './take-pictures.ts'

const target = new URL('../../../engine/fields/hull/inside-network.ts', import.meta.url)
/** Cells per model, so that large models do not dominate. */
const cellsOfModel = 1_500
/** Yaw angles of each model in degrees, so that its sides also serve as fronts. */
const turns = [0, 90]

/**
 * Fits the probability that a cell within the outlines of front and sides is inside the model, and
 * writes it to its source file.
 */
export async function fitInside(): Promise<Record<string, number>> {
  const cells = chosenCells()
  for (const listed of (await readList()).filter(({ name }) => selectHalf(name) === 'tuning')) {
    const glb = (await fetchModels([listed])).get(listed.name)
    const subject = glb && (await readSubject(listed, glb))
    if (!subject || subject.isFlat) continue
    for (const turn of turns) {
      // Each angle needs its own name, because pictures are cached by name.
      const name = turn === 0 ? subject.name : `${subject.name}@${turn}`
      const samples = await hullSamples({ ...subject, name, yaw: subject.yaw + turn })
      if (samples) cells.add(samples)
    }
  }
  const examples = cells.examples()
  await writeFile(target, formatSource(fitLayers(examples)))
  return { cells: examples.answers.length }
}

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

const declaration = 'export const insideNetwork: Layers ='

const formatSource = ({
  means,
  deviations,
  layers,
}: Layers): string => `import type { Layers } from './guess-inside.ts'

/**
 * Network that predicts which cells between the outlines of front and sides are filled. Written by
 * \`BOZZETTO_BENCH_ENGINE=fitInside npm run bench -- engine\` from the models that are reserved for tuning.
 */
${declaration} {
  means: [${list(means)}],
  deviations: [${list(deviations)}],
  layers: [
${layers.map(({ weights, biases }) => `    { weights: [${list(weights)}], biases: [${list(biases)}] },`).join('\n')}
  ],
}
`
