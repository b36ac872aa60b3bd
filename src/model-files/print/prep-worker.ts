import wasmUrl from 'manifold-3d/manifold.wasm?url'
import { browserPictures } from '../export/browser-pictures.ts'
import { readVariant } from '../glb/variant-address.ts'
import { writePartsAsGlb } from '../import/write-glb.ts'
import type { Parts } from '../mesh/parts.ts'
import { readGlbParts } from '../mesh/read-glb-parts.ts'
import { fetchModel, serveWorker } from '../worker/serve-worker.ts'
import { checkPrint, type PrintMeasures } from './checks/check-print.ts'
import { reduceColors, toColorWish } from './colors/reduce-colors.ts'
import { preparePrint } from './prepare-print.ts'
import { startSolids } from './solid.ts'
import type {
  CheckQuestion,
  ColorPreview,
  ColorQuestion,
  PrepAnswer,
  PrepQuestion,
} from './steps.ts'

serveWorker(
  async (
    question: PrepQuestion | CheckQuestion | ColorQuestion,
    onProgress,
  ): Promise<PrepAnswer | PrintMeasures | ColorPreview> => {
    if ('limitDegrees' in question) {
      const { parts } = await readVisible(question)
      return checkPrint(parts, question.limitDegrees, onProgress)
    }
    if ('preview' in question) {
      return previewColors(await readVisible(question), question, onProgress)
    }
    const { step, scale } = question
    const before = await readVisible(question)
    onProgress(0.2)
    const { model, sentence } = await preparePrint(before, step, {
      start: () => startSolids(wasmUrl),
      decode: browserPictures.decode,
      ...(scale !== undefined && { scale }),
      onProgress: (fraction) => onProgress(0.2 + fraction * 0.7),
    })
    return {
      glb: await writePartsAsGlb(model),
      sentence,
      isUnchanged: model === before,
    }
  },
  (answer) => {
    if ('glb' in answer) return [answer.glb.buffer]
    if ('labels' in answer) return [answer.corners.buffer, answer.labels.buffer]
    return [answer.corners, answer.areas, answer.walls, answer.steepness].map(
      ({ buffer }) => buffer,
    )
  },
)

const readVisible = async ({ url, pose }: Pick<PrepQuestion, 'url' | 'pose'>): Promise<Parts> =>
  readGlbParts(await fetchModel(url), pose, readVariant(url))

async function previewColors(
  model: Parts,
  { preview, scale }: ColorQuestion,
  onProgress: (fraction: number) => void,
): Promise<ColorPreview> {
  const { filaments, mesh, labels } = await reduceColors(
    model,
    toColorWish(preview, 1000 * scale),
    {
      decode: browserPictures.decode,
      onProgress,
    },
  )
  const corners = new Float32Array(mesh.corners.length * 3)
  mesh.corners.forEach((point, at) => {
    for (let axis = 0; axis < 3; axis++) {
      corners[at * 3 + axis] = mesh.points[point * 3 + axis] ?? 0
    }
  })
  return { filaments, corners, labels: new Uint8Array(labels) }
}
