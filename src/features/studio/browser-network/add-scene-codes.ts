import { withBase } from '#lib/base-path.ts'
import { isAbort } from '#api/http/errors.ts'
import { explainError } from '#lib/explain.ts'
import { keepSceneCodes, listShapeFiles, shapeFileUrl } from '#api/shapes.ts'
import { sceneCodesDims } from '#contract/networks.ts'
import { asRecord } from '#lib/fields.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/studio.ts'
import { frameForEncoder } from './frame-picture.ts'
import { CannotRunHereError, runEncoder } from './run-encoder.ts'

/** Width and height of TripoSR's input picture, in pixels. */
const sidePx = 512

type Options = {
  onStep: (step: 'load' | 'run', done: number) => void
  signal: AbortSignal
}

/**
 * Runs the model's encoder in this browser and adds its output to the params. On failure, shows the
 * reason and returns the params unchanged, so that the server runs the whole model.
 * @throws {DOMException} named `AbortError` when `signal` aborts.
 */
export async function addSceneCodes(
  modelId: string,
  params: Record<string, unknown>,
  options: Options,
): Promise<Record<string, unknown>> {
  try {
    const id = modelId.slice(modelId.indexOf('/') + 1)
    return { ...params, scene_codes: await encode(id, params['file'], options) }
  } catch (error) {
    if (isAbort(error)) throw error
    if (!(error instanceof CannotRunHereError)) console.warn('The network did not run here.', error)
    const why = error instanceof CannotRunHereError ? error.message : explainError(error)
    showToast({ title: t('The server runs the network instead'), detail: why, durationMs: 10_000 })
    return params
  }
}

async function encode(
  network: string,
  file: unknown,
  { onStep, signal }: Options,
): Promise<string> {
  const picture = storedPicture(file)
  if (!picture) throw new CannotRunHereError(t('the picture is at an address, not on this server'))
  const [{ files }, planes] = await Promise.all([
    listShapeFiles(network, signal),
    frameForEncoder(picture, sidePx, signal),
  ])
  const { codes, dims } = await runEncoder(
    {
      files: files.map(({ name, bytes }) => ({
        name,
        bytes,
        url: withBase(shapeFileUrl(network, name)),
      })),
      picture: planes,
      sidePx,
      device: 'webgpu',
    },
    { onStep, signal },
  )
  if (dims.join() !== sceneCodesDims.join()) {
    throw new Error('The network gave something else than three planes.')
  }
  const { id } = await keepSceneCodes(network, codes, signal)
  return id
}

function storedPicture(file: unknown): { id: string; url: string } | undefined {
  const { file_token: id } = asRecord(file)
  if (typeof id !== 'string') return undefined
  return { id, url: withBase(`/api/files/${encodeURIComponent(id)}/content`) }
}
