import type { AddedNetworks, SceneCodes } from '#engine/networks/network-file.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { EngineWorkers } from '../../engine/engine-workers.ts'
import type { GenerationRequest, ReportProgress } from '../../ports/generation-provider.ts'
import { stageNames } from '../../models/stage-names.ts'

export type LocalShape = { id: string; name: string; paths: readonly string[] }

const codesGone =
  'What the browser had computed was not here any more, so this server ran the whole network.'

type Making = {
  readonly engine: EngineWorkers
  readonly weightsPath: string
  readonly shapes: readonly LocalShape[]
  readonly networks: AddedNetworks
  /**
   * Returns the scene codes that a browser computed with the encoder of the ONNX model. `undefined`
   * if the cache no longer contains them.
   */
  readonly codesOf: (id: string) => SceneCodes | undefined
  readonly report: ReportProgress
  readonly signal: AbortSignal
}

const shapeStageNames: Partial<Record<keyof typeof stageNames, string>> = {
  colour: 'Asking the network',
  fields: 'Asking the network about each point',
}

/**
 * Generates a 3D model with an ONNX model in a separate process.
 * @throws {HttpError} `unknown_model` if the ONNX model was removed, otherwise the engine's error.
 */
export async function makeNetworkShape(
  { model, params, pictures }: GenerationRequest,
  { engine, weightsPath, shapes, networks, codesOf, report, signal }: Making,
) {
  const shape = shapes.find(({ id }) => id === model)
  const [encoder, decoder] = shape?.paths ?? []
  if (!shape || encoder === undefined || decoder === undefined) {
    throw new HttpError(
      'unknown_model',
      'The files of this network are not on this server any more. Settings › Models and services has them.',
    )
  }
  const picture = pictures.find(({ path }) => path === 'file')
  if (!picture) throw new HttpError('bad_picture', 'The picture of this task is missing.')
  const { file: _file, run_on: _runOn, scene_codes: given, ...own } = params
  const codes = typeof given === 'string' ? codesOf(given) : undefined
  const made = await engine.generate(
    {
      type: 'shape',
      picture: picture.bytes,
      network: { name: shape.name, encoder, decoder, codes },
      params: own,
      recipe: { modelId: `local/${model}`, inputSha256: [picture.sha256] },
      weightsPath,
      networks,
    },
    {
      signal,
      onProgress: ({ stage, progress }) =>
        report({ stage: shapeStageNames[stage] ?? stageNames[stage], progress }),
    },
  )
  if (given === undefined || codes) return made
  return { ...made, warnings: [...made.warnings, codesGone] }
}
