import { engineVersion } from '#engine/version.ts'
import { asText } from '#lib/fields.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { EngineWorkers } from '../../engine/engine-workers.ts'
import type {
  GenerationRequest,
  GenerationResult,
  ReportProgress,
} from '../../ports/generation-provider.ts'
import { nameOfObject } from './name-of-object.ts'
import type { ScanFolders } from './scan-folders.ts'
import { stageNames } from '../../models/stage-names.ts'

type Making = {
  readonly engine: EngineWorkers
  readonly report: ReportProgress
  readonly signal: AbortSignal
  readonly store: ScanFolders | undefined
}

/**
 * Makes a model from photos around an object on the printed mat. Intermediate results are stored,
 * so that another scan of the same photos is faster.
 */
export async function makeScan(
  { model, params, pictures, readPicture }: GenerationRequest,
  { engine, report, signal, store }: Making,
): Promise<GenerationResult> {
  if (!readPicture || pictures.length === 0) {
    throw new HttpError('bad_picture', 'The photos of this task are missing.')
  }
  const { files: _files, name, ...own } = params
  const inputSha256 = pictures.map(({ sha256 }) => sha256)
  const storeFolder = await store?.open(inputSha256)
  const { glb, warnings, scan } = await engine.generate(
    {
      type: 'scan',
      photoCount: pictures.length,
      params: own,
      recipe: { modelId: `local/${model}`, inputSha256 },
      storeFolder,
    },
    {
      signal,
      readPhoto: readPicture,
      onProgress: ({ stage, progress }) => report({ stage: stageNames[stage], progress }),
      onPreview: (preview) => report({ preview }),
    },
  )
  return {
    bytes: glb,
    mimeType: 'model/gltf-binary',
    fileName: 'model.glb',
    modelVersion: engineVersion,
    warnings,
    name: asText(name)?.trim() || nameOfObject(pictures, scan?.sizeMm ?? []),
    ...(scan && { scan }),
  }
}
