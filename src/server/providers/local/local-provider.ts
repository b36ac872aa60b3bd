import { availableParallelism } from 'node:os'
import { engineVersion } from '#engine/version.ts'
import { HttpError } from '../../errors/http-error.ts'
import { localImageTo3d, localViews } from '../../models/local-image-to-3d.ts'
import type { GenerationProvider } from '../../ports/generation-provider.ts'
import type { EngineWorkers } from '../../engine/engine-workers.ts'
import { stageNames } from './stage-names.ts'

/**
 * The engine on this machine. Nothing is bought and nothing leaves the machine.
 *
 * @param options.weightsPath the mask network's ONNX file.
 * @param options.depthPath a depth network's, which makes the shape follow what it sees.
 */
export function createLocalProvider({
  engine,
  weightsPath,
  depthPath,
  concurrency = availableParallelism() >= 4 ? 2 : 1,
}: {
  engine: EngineWorkers
  weightsPath: string
  depthPath?: string | undefined
  concurrency?: number
}): GenerationProvider {
  return {
    id: localImageTo3d.provider,
    concurrency,
    fixedModels: {
      ids: [localImageTo3d.id],
      why: 'The local engine has one model. A file can change its form, but not add another model.',
    },
    listModels: () => Promise.resolve([localImageTo3d]),
    produce: async ({ model, params, pictures }, report, signal) => {
      const at = (path: string) => pictures.find((one) => one.path === path)
      const picture = at('file')
      if (!picture) throw new HttpError('bad_picture', 'The picture of this task is missing.')
      const { file: _file, views: _views, ...own } = params
      const seen = localViews.flatMap((name, place) => {
        const view = at(`views/${place}`)
        return view ? [{ name, view }] : []
      })
      const recipe = {
        modelId: `${localImageTo3d.provider}/${model}`,
        inputSha256: [picture, ...seen.map(({ view }) => view)].map(({ sha256 }) => sha256),
        ...(seen.length > 0 && { views: ['front', ...seen.map(({ name }) => name)] }),
      }
      const { glb, seed, warnings } = await engine.generate(
        {
          type: 'generate',
          picture: picture.bytes,
          views: Object.fromEntries(seen.map(({ name, view }) => [name, view.bytes])),
          params: own,
          recipe,
          weightsPath,
          depthPath,
          preview: true,
        },
        {
          signal,
          onProgress: ({ stage, progress }) => report({ stage: stageNames[stage], progress }),
          onPreview: (preview) => report({ preview }),
        },
      )
      return {
        bytes: glb,
        mimeType: 'model/gltf-binary',
        fileName: 'model.glb',
        seed,
        modelVersion: engineVersion,
        warnings,
      }
    },
  }
}
