import wasmUrl from 'libheif-js/libheif-wasm/libheif.wasm?url'
import { serveWorker } from '#model-files/worker/serve-worker.ts'
import { decodeHeic } from './decode-heic.ts'

serveWorker(
  async (file: ArrayBuffer) => {
    const answer = await fetch(wasmUrl, { signal: AbortSignal.timeout(30_000) })
    if (!answer.ok) throw new Error('The decoder cannot be loaded.')
    return decodeHeic(new Uint8Array(file), await answer.arrayBuffer())
  },
  ({ data }) => [data.buffer],
)
