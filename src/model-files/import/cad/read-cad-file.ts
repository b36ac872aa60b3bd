import wasmUrl from 'occt-import-js/dist/occt-import-js.wasm?url'
import { BrokenModelError } from '../../errors.ts'
import { askWorker } from '../../worker/ask-worker.ts'
import type { Imported } from '../import-files.ts'
import type { NamedFile } from '../named-file.ts'

export type CadQuestion = { main: NamedFile; wasm: ArrayBuffer }

const downloadTimeoutMs = 60_000

/**
 * Reads a CAD file in a worker. The page sends the WebAssembly, because the worker must not make
 * requests.
 */
export async function readCadFile(
  main: NamedFile,
  signal: AbortSignal | undefined,
): Promise<Imported> {
  const timeout = AbortSignal.timeout(downloadTimeoutMs)
  const bounded = signal ? AbortSignal.any([signal, timeout]) : timeout
  const response = await fetch(wasmUrl, { signal: bounded })
  if (!response.ok)
    throw new BrokenModelError('The CAD reader could not be loaded. Reload the page.')
  const wasm = await response.arrayBuffer()
  const worker = new Worker(new URL('./cad-worker.ts', import.meta.url), { type: 'module' })
  const question: CadQuestion = { main, wasm }
  return askWorker<Imported>(worker, question, { signal, transfer: [main.bytes.buffer, wasm] })
}
