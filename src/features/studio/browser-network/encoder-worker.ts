// This worker runs the encoder of an image-to-3D model.
import { env, InferenceSession, Tensor } from 'onnxruntime-web/webgpu'
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url'
import type { EncodeEvent, EncodeFailure, EncodeRequest } from './encoder-messages.ts'
import { readNetworkFile } from './network-cache.ts'

const tell = (event: EncodeEvent, transfer: Transferable[] = []) => postMessage(event, { transfer })

class NoGpuError extends Error {
  readonly why: EncodeFailure
  constructor(why: EncodeFailure) {
    super(why)
    this.why = why
  }
}

addEventListener('message', ({ data }: MessageEvent<EncodeRequest>) => {
  encode(data).catch((error: unknown) => {
    console.warn('The network did not run in this browser.', error)
    tell({ type: 'failed', why: error instanceof NoGpuError ? error.why : 'failed' })
  })
})

async function encode({ files, picture, sidePx, device }: EncodeRequest): Promise<void> {
  if (device === 'webgpu') await requireGpu()
  const [own, ...besides] = await readFiles(files)
  if (!own) throw new Error('The network has no file.')
  tell({ type: 'step', step: 'run', done: 0 })
  env.wasm.wasmPaths = { wasm: wasmUrl }
  env.wasm.numThreads = 1
  env.logLevel = 'error'
  const session = await InferenceSession.create(own.data, {
    executionProviders: [device],
    externalData: besides.map(({ name, data }) => ({ path: name, data })),
  })
  try {
    const [input] = session.inputNames
    const [output] = session.outputNames
    if (input === undefined || output === undefined)
      throw new Error('The network takes no picture.')
    const shown = new Tensor('float32', picture, [1, 3, sidePx, sidePx])
    const { [output]: codes } = await session.run({ [input]: shown })
    const data = codes?.data
    if (!codes || !(data instanceof Float32Array)) throw new Error('The network gave no planes.')
    const copy = data.slice()
    tell({ type: 'encoded', codes: copy, dims: codes.dims }, [copy.buffer])
  } finally {
    await session.release()
  }
}

async function requireGpu(): Promise<void> {
  const gpu = (navigator as { gpu?: { requestAdapter: () => Promise<unknown> } }).gpu
  if (!gpu) throw new NoGpuError('no-webgpu')
  if (!(await gpu.requestAdapter())) throw new NoGpuError('no-graphics-card')
}

async function readFiles(files: EncodeRequest['files']) {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const read: { name: string; data: Uint8Array }[] = []
  let before = 0
  for (const file of files) {
    const onBytes = (bytes: number) =>
      tell({ type: 'step', step: 'load', done: (before + bytes) / Math.max(1, total) })
    read.push({ name: file.name, data: await readNetworkFile(file, onBytes) })
    before += file.bytes
  }
  return read
}
