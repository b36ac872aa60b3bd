import type { WebGLRenderer } from 'three'
import wasmUrl from 'three/addons/libs/basis/basis_transcoder.wasm?url'
import { KTX2Loader } from 'three/addons/loaders/KTX2Loader.js'
import { t } from '#languages/viewer.ts'

/**
 * Time limit for downloading the transcoder in milliseconds. The transcoder has a few megabytes.
 */
const fetchTimeoutMs = 60_000
/** Number of transcoding threads, each with its own copy of the transcoder in memory. */
const workersMax = 2

/**
 * A KTX 2 loader whose workers run the file `ktx2-worker.ts`. three.js' own workers run code from a
 * string, which the page's content security policy forbids.
 */
class FileKtx2Loader extends KTX2Loader {
  override init(): Promise<void> {
    this.transcoderPending ??= this.#prepare()
    return this.transcoderPending
  }

  async #prepare(): Promise<void> {
    const response = await fetch(wasmUrl, { signal: AbortSignal.timeout(fetchTimeoutMs) })
    if (!response.ok)
      throw new Error(
        t('The texture decoder did not load ({status}).', { status: response.status }),
      )
    const wasm = await response.arrayBuffer()
    this.workerPool.setWorkerLimit(workersMax)
    this.workerPool.setWorkerCreator(() => {
      const worker = new Worker(new URL('./ktx2-worker.ts', import.meta.url), { type: 'module' })
      const transcoderBinary = wasm.slice(0)
      worker.postMessage({ type: 'init', config: this.workerConfig, transcoderBinary }, [
        transcoderBinary,
      ])
      worker.addEventListener('error', (event) => {
        // Reports a crashed worker as a message, because three.js listens only for messages.
        const data = { type: 'error', error: event.message, data: {} }
        worker.dispatchEvent(new MessageEvent('message', { data }))
      })
      return worker
    })
  }
}

export const createKtx2Loader = (renderer: WebGLRenderer): KTX2Loader =>
  new FileKtx2Loader().detectSupport(renderer)
