import '../optimize/block-code-generation.ts'
import wasmUrl from 'manifold-3d/manifold.wasm?url'
import { startSolids } from '../print/solid.ts'
import { fetchModel, serveWorker } from '../worker/serve-worker.ts'
import type { GameQuestion } from './game-options.ts'
import { makeGameFile } from './make-game-file.ts'

serveWorker(
  async ({ url, ...question }: GameQuestion, onProgress) =>
    makeGameFile(await fetchModel(url), question, {
      startSolids: () => startSolids(wasmUrl),
      onProgress,
    }),
  ({ bytes }) => [bytes.buffer],
)
