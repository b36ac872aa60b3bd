import { weightsPath } from '#engine/testing/weights-path.fixture.ts'
import { createEngineWorkers, type EngineWorkers } from '#server/engine/engine-workers.ts'
import { isQuick } from './run-case.ts'
import { readSample } from './sample.ts'
import { median } from '../table.ts'

const workerUrl = new URL('../../../dist/server/engine-worker.js', import.meta.url)
const sidePx = 512
const params = { face_limit: 20_000 }
const modelTimeoutMs = 120_000
const rounds = isQuick ? 1 : 5
const modelsBefore = isQuick ? 1 : 10
const modelsAtOnce = isQuick ? 2 : 7

/**
 * Measures how many times as many models two processes generate as one process in the same time, at
 * most 2. Starts after a warm-up, in which V8 compiles the code.
 */
export async function measureScale(root: string): Promise<{ workers_2_scale: number }> {
  const workers = createEngineWorkers({ workerUrl })
  const picture = await readSample(root, sidePx)
  const makeOne = () => timeModels(workers, picture, modelsAtOnce)
  try {
    await Promise.all([1, 2].map(() => timeModels(workers, picture, modelsBefore)))
    const alone: number[] = []
    const together: number[] = []
    for (let round = 0; round < rounds; round++) {
      alone.push(...(await makeOne()))
      const both = await Promise.all([makeOne(), makeOne()])
      // The last model of each process is ignored, because the other process may have ended before.
      together.push(...both.flatMap((times) => times.slice(0, -1)))
    }
    const [one, each] = [median(alone), median(together)]
    const scale = Number(((2 * one) / each).toFixed(2))
    console.log(
      `a model of one process: ${Math.round(one)} ms; of each of two at once: ${Math.round(each)} ms; together ${scale} times as much`,
    )
    return { workers_2_scale: scale }
  } finally {
    await workers.close()
  }
}

async function timeModels(
  workers: EngineWorkers,
  picture: Uint8Array,
  count: number,
): Promise<number[]> {
  const times: number[] = []
  for (let k = 0; k < count; k++) {
    const start = performance.now()
    const request = { type: 'generate', picture, params, recipe: {}, weightsPath } as const
    await workers.generate(request, { signal: AbortSignal.timeout(modelTimeoutMs) })
    times.push(performance.now() - start)
  }
  return times
}
