import { HttpError } from '../../errors/http-error.ts'
import type { EngineWorkers } from '../../engine/engine-workers.ts'
import type { GenerationRequest, ReportProgress } from '../../ports/generation-provider.ts'
import { stageNames } from './stage-names.ts'

type Making = {
  readonly engine: EngineWorkers
  readonly report: ReportProgress
  readonly signal: AbortSignal
}

/**
 * Makes a model from photos of an object on the printed mat. The engine reads one photo at a time.
 */
export function makeScan(
  { model, params, pictures, readPicture }: GenerationRequest,
  { engine, report, signal }: Making,
) {
  if (!readPicture || pictures.length === 0) {
    throw new HttpError('bad_picture', 'The photos of this task are missing.')
  }
  const { files: _files, ...own } = params
  return engine.generate(
    {
      type: 'scan',
      photoCount: pictures.length,
      params: own,
      recipe: { modelId: `local/${model}`, inputSha256: pictures.map(({ sha256 }) => sha256) },
    },
    {
      signal,
      readPhoto: readPicture,
      onProgress: ({ stage, progress }) => report({ stage: stageNames[stage], progress }),
    },
  )
}
