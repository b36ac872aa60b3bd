import wasmUrl from 'manifold-3d/manifold.wasm?url'
import { writePartsAsGlb } from '../import/write-glb.ts'
import { measureExtent } from '../mesh/extent.ts'
import { readGlbParts } from '../mesh/read-glb-parts.ts'
import { fetchModel, serveWorker } from '../worker/serve-worker.ts'
import { checkPrint, type PrintMeasures } from './checks/check-print.ts'
import { preparePrint } from './prepare-print.ts'
import { startSolids } from './solid.ts'
import type { CheckQuestion, PrepAnswer, PrepQuestion } from './steps.ts'

serveWorker(
  async (
    question: PrepQuestion | CheckQuestion,
    onProgress,
  ): Promise<PrepAnswer | PrintMeasures> => {
    if ('limitDegrees' in question) {
      const { parts } = await readGlbParts(await fetchModel(question.url), question.pose)
      return checkPrint(parts, question.limitDegrees, onProgress)
    }
    const { url, step, pose, scale } = question
    const before = await readGlbParts(await fetchModel(url), pose)
    onProgress(0.2)
    const { model, sentence } = await preparePrint(before, step, {
      start: () => startSolids(wasmUrl),
      ...(scale !== undefined && { scale }),
      onProgress: (fraction) => onProgress(0.2 + fraction * 0.7),
    })
    const { low, high } = measureExtent(model.parts)
    return {
      glb: await writePartsAsGlb(model),
      sentence,
      heightMm: (high[1] - low[1]) * 1000,
      isUnchanged: model === before,
    }
  },
  (answer) =>
    'glb' in answer
      ? [answer.glb.buffer]
      : [answer.corners, answer.areas, answer.walls, answer.steepness].map(({ buffer }) => buffer),
)
