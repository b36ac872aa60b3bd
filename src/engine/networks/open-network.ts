import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type * as Ort from 'onnxruntime-web'
import { EngineError } from '../errors.ts'

type Runtime = Pick<typeof Ort, 'Tensor'>

export type OpenNetwork = {
  readonly path: string
  readonly ort: Runtime
  readonly session: Ort.InferenceSession
  /** Shapes of the inputs by name, with 0 for dimensions that the file does not fix. */
  readonly shapes: Readonly<Record<string, readonly number[]>>
  /**
   * Runs the network.
   * @throws {EngineError} `network_unusable` if the network rejects the inputs.
   */
  readonly run: (inputs: Record<string, Ort.Tensor>) => Promise<Record<string, Ort.Tensor>>
  readonly close: () => Promise<void>
}

/**
 * Opens an ONNX network. External weights must be in the file `<network>.data` in the same folder.
 * The ONNX runtime takes about 150 MB, so it is imported on first use.
 * @throws {EngineError} `network_unusable`.
 */
export async function openNetwork(path: string): Promise<OpenNetwork> {
  const [ort, weights] = await Promise.all([import('onnxruntime-web'), readWeights(path)])
  ort.env.wasm.numThreads = 1
  ort.env.logLevel = 'error'
  const beside = `${basename(path)}.data`
  const data = await readFile(join(dirname(path), beside)).catch(() => undefined)
  const session = await ort.InferenceSession.create(weights, {
    executionProviders: ['wasm'],
    ...(data && { externalData: [{ path: beside, data }] }),
  }).catch((cause: unknown) => {
    throw unusable(path, 'is not a readable ONNX network', cause)
  })
  const shapes = Object.fromEntries(
    session.inputMetadata.map((input) => [
      input.name,
      input.isTensor ? input.shape.map((side) => (Number(side) > 0 ? Number(side) : 0)) : [],
    ]),
  )
  return {
    path,
    ort,
    session,
    shapes,
    run: (inputs) =>
      session.run(inputs).catch((cause: unknown) => {
        throw unusable(path, 'does not take a picture of its own size', cause)
      }),
    close: () => session.release(),
  }
}

/**
 * Opens an ONNX network, calls `use` with the network and closes it.
 * @throws {EngineError} `network_unusable`.
 */
export async function withNetwork<T>(
  path: string,
  work: (network: OpenNetwork) => Promise<T>,
): Promise<T> {
  const network = await openNetwork(path)
  try {
    return await work(network)
  } finally {
    await network.close()
  }
}

const readWeights = (path: string) =>
  readFile(path).catch((cause: unknown) => {
    throw unusable(path, 'cannot be read', cause)
  })

/**
 * Creates the error for an unusable network. The message contains no folder, because API clients
 * must not see server paths.
 */
export const unusable = (path: string, why: string, cause?: unknown) =>
  new EngineError('network_unusable', `The network file ${basename(path)} ${why}.`, { cause })

/**
 * Returns the numbers of an output.
 * @throws {EngineError} `network_unusable` unless the numbers are 32-bit floats without NaN.
 */
export function getFloats(path: string, tensor: Ort.Tensor | undefined): Float32Array {
  const data = tensor?.data
  if (!(data instanceof Float32Array)) throw unusable(path, 'does not give 32-bit numbers')
  for (let i = 0; i < data.length; i++) {
    if (Number.isNaN(data[i])) throw unusable(path, 'gives values that are not numbers')
  }
  return data
}
