// watlas compiles functions from strings. The server allows `eval` only for this file, and forbids
// network requests.
import { serveWorker } from '../worker/serve-worker.ts'
import { unwrapGlb } from './unwrap-glb.ts'
import type { UnwrapQuestion } from './uv-facts.ts'

serveWorker(
  async ({ glb, wasm, replaces }: UnwrapQuestion) => {
    // watlas has no option for its WebAssembly and always requests the file.
    globalThis.fetch = () =>
      Promise.resolve(new Response(wasm, { headers: { 'Content-Type': 'application/wasm' } }))
    return unwrapGlb(new Uint8Array(glb), replaces)
  },
  ({ glb }) => [glb.buffer],
)
