import wasmUrl from 'manifold-3d/manifold.wasm?url'
import { writePartsAsGlb } from '../import/write-glb.ts'
import { measureExtent } from '../mesh/extent.ts'
import { readGlbParts } from '../mesh/read-glb-parts.ts'
import { fetchModel, serveWorker } from '../worker/serve-worker.ts'
import { preparePrint } from './prepare-print.ts'
import { startSolids } from './solid.ts'
import type { PrepAnswer, PrepQuestion } from './steps.ts'

serveWorker(
  async ({ url, step, pose, scale }: PrepQuestion, onProgress): Promise<PrepAnswer> => {
    const before = await readGlbParts(await fetchModel(url), pose)
    onProgress(0.2)
    const { model, sentence } = await preparePrint(before, step, {
      start: () => startSolids(wasmUrl),
      ...(scale !== undefined && { scale }),
      onProgress: (fraction) => onProgress(0.2 + fraction * 0.7),
    })
    const { low, high } = measureExtent(model.parts)
    return { glb: await writePartsAsGlb(model), sentence, heightMm: (high[1] - low[1]) * 1000 }
  },
  ({ glb }) => [glb.buffer],
)
