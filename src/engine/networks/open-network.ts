import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type * as Ort from 'onnxruntime-web'
import { EngineError } from '../errors.ts'

type Runtime = Pick<typeof Ort, 'Tensor'>

export type OpenNetwork = {
  /** Of its file. */
  readonly path: string
  readonly ort: Runtime
  readonly session: Ort.InferenceSession
  /** Shapes of the inputs by name; 0 where the file leaves a side open. */
  readonly shapes: Readonly<Record<string, readonly number[]>>
  /** @throws {EngineError} `network_unusable` when it does not take them. */
  readonly run: (inputs: Record<string, Ort.Tensor>) => Promise<Record<string, Ort.Tensor>>
  readonly close: () => Promise<void>
}

/**
 * Opens an ONNX network. Weights that it keeps in a file of its own are looked for beside it, under the network's
 * name with `.data` after it.
 *
 * The runtime is loaded here and not at the top: it takes some 150 MB, and most pictures never
 * need it. It is WebAssembly from `node_modules`, on one thread, and fetches nothing.
 *
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

/** Opens an ONNX network for as long as it is used. @throws {EngineError} `network_unusable`. */
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

/** Without its folder: whoever has a key reads this, and the folders here are none of their business. */
export const unusable = (path: string, why: string, cause?: unknown) =>
  new EngineError('network_unusable', `The network file ${basename(path)} ${why}.`, { cause })

/** The numbers of an output. @throws {EngineError} `network_unusable` unless they are 32-bit floats without NaN. */
export function floatsOf(path: string, tensor: Ort.Tensor | undefined): Float32Array {
  const data = tensor?.data
  if (!(data instanceof Float32Array)) throw unusable(path, 'does not give 32-bit numbers')
  for (let i = 0; i < data.length; i++) {
    if (Number.isNaN(data[i])) throw unusable(path, 'gives values that are not numbers')
  }
  return data
}
