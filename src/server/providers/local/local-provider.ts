import { availableParallelism } from 'node:os'
import { engineVersion } from '#engine/version.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { AddedNetworks, SceneCodes, UsedNetwork } from '#engine/networks/network-file.ts'
import { localScan } from '../../models/local-scan.ts'
import { localShape } from '../../models/local-shape.ts'
import { localImageTo3d, localViews } from '../../models/local-image-to-3d.ts'
import type { GenerationProvider, GenerationResult } from '../../ports/generation-provider.ts'
import { type EngineWorkers, EngineEndedError } from '../../engine/engine-workers.ts'
import { makeScan } from './make-scan.ts'
import type { ScanFolders } from './scan-folders.ts'
import { makeNetworkShape, type LocalShape } from './make-shape.ts'
import { stageNames } from '../../models/stage-names.ts'

const shapeIds = ['local/triposr', 'local/triposr-webgpu']
const timeoutsMs = {
  rules: 120_000,
  /** Time limit of the engine's rules with the help of ONNX models, on a slow processor. */
  networks: 600_000,
  scan: 1_200_000,
  /** Time limit of ONNX models that generate a whole 3D model. */
  shape: 1_800_000,
} as const

const isScan = (model: string) => `${localScan.provider}/${model}` === localScan.id

export type LocalNetworks = {
  inUse: () => AddedNetworks
  shapes: () => readonly LocalShape[]
  noteUsed: (used: readonly UsedNetwork[]) => void
  codes: { find: (network: string, id: string) => SceneCodes | undefined }
}

/**
 * Creates the provider of the local engine, which is free and sends no data to other machines.
 * @param options.weightsPath file of the built-in ONNX model that cuts out objects.
 * @param options.networks other installed ONNX models. If absent, the engine uses rules only.
 * @param options.scans folders for the intermediate results of scans. If absent, every scan starts
 * from the beginning.
 */
export function createLocalProvider({
  engine,
  weightsPath,
  networks,
  scans,
  concurrency = availableParallelism() >= 4 ? 2 : 1,
}: {
  engine: EngineWorkers
  weightsPath: string
  networks?: LocalNetworks
  scans?: ScanFolders | undefined
  concurrency?: number
}): GenerationProvider {
  const shapes = () => networks?.shapes() ?? []
  return {
    id: localImageTo3d.provider,
    concurrency,
    fixedModels: {
      ids: [localImageTo3d.id, localScan.id, ...shapeIds],
      why: 'The local engine has its own models. A file can change their form, but not add another one.',
    },
    listModels: () => Promise.resolve([localImageTo3d, ...shapes().map(localShape), localScan]),
    readsPictures: isScan,
    timeLimitMs: (model) => {
      if (isScan(model)) return timeoutsMs.scan
      if (shapeIds.includes(`local/${model}`)) return timeoutsMs.shape
      const { mask, depth } = networks?.inUse() ?? {}
      return (mask ?? depth) ? timeoutsMs.networks : timeoutsMs.rules
    },
    produce: async (request, report, signal) => {
      const { model, params, pictures } = request
      if (isScan(model)) return makeScan(request, { engine, report, signal, store: scans })
      if (`${localImageTo3d.provider}/${model}` !== localImageTo3d.id) {
        const added = networks?.inUse() ?? {}
        const making = {
          engine,
          weightsPath,
          shapes: shapes(),
          networks: added,
          codesOf: (id: string) => networks?.codes.find(model, id),
          report,
          signal,
        }
        return getResult(await makeNetworkShape(request, making), networks)
      }
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
      const order = {
        type: 'generate',
        picture: picture.bytes,
        views: Object.fromEntries(seen.map(({ name, view }) => [name, view.bytes])),
        params: own,
        recipe,
        weightsPath,
        preview: true,
      } as const
      const options = {
        signal,
        onProgress: ({ stage, progress }: { stage: keyof typeof stageNames; progress: number }) =>
          report({ stage: stageNames[stage], progress }),
        onPreview: (preview: Uint8Array) => report({ preview }),
      }
      const made = await withNetworks(networks?.inUse() ?? {}, (added) =>
        engine.generate({ ...order, networks: added }, options),
      )
      return getResult(made, networks)
    },
  }
}

function getResult(
  { glb, seed, warnings, used }: Awaited<ReturnType<EngineWorkers['generate']>>,
  networks: LocalNetworks | undefined,
): GenerationResult {
  networks?.noteUsed(used)
  return {
    bytes: glb,
    mimeType: 'model/gltf-binary',
    fileName: 'model.glb',
    seed,
    modelVersion: engineVersion,
    warnings,
  }
}

/**
 * Runs the engine with the installed ONNX models. If the engine's process crashes, runs the engine
 * without the ONNX models, which may have needed too much memory.
 * @returns the result, with a warning if the ONNX models were skipped.
 */
async function withNetworks<Made extends { warnings: string[] }>(
  networks: AddedNetworks,
  make: (networks: AddedNetworks) => Promise<Made>,
): Promise<Made> {
  try {
    return await make(networks)
  } catch (error) {
    const names = [networks.mask, networks.depth].flatMap((one) => one?.name ?? [])
    if (!(error instanceof EngineEndedError) || names.length === 0) throw error
    const made = await make({})
    const sentence = `The engine ran out of memory with ${names.join(' and ')}; the model was made without.`
    return { ...made, warnings: [...made.warnings, sentence] }
  }
}
