// watlas compiles functions from strings. The server allows `eval` in this worker, and forbids its
// network requests.
import { serveWorker } from '../worker/serve-worker.ts'
import { unwrapGlb } from './unwrap-glb.ts'
import type { UnwrapQuestion } from './uv-facts.ts'

serveWorker(
  async ({ glb, wasm, replaces }: UnwrapQuestion) => {
    // watlas always requests its WebAssembly with `fetch`, and has no option for the bytes.
    globalThis.fetch = () =>
      Promise.resolve(new Response(wasm, { headers: { 'Content-Type': 'application/wasm' } }))
    return unwrapGlb(new Uint8Array(glb), replaces)
  },
  ({ glb }) => [glb.buffer],
)
