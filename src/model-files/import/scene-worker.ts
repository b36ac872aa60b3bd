import { ImageLoader } from 'three'
import { serveWorker } from '../worker/serve-worker.ts'
import type { NamedFile } from './named-file.ts'
import { importScene } from './read-scene.ts'

/** Workers have no <img>: pictures are decoded without one, which three.js draws as well. */
Object.assign(ImageLoader.prototype, {
  // oxlint-disable-next-line max-params -- three.js's own order
  load(
    this: ImageLoader,
    url: string,
    onLoad?: (picture: ImageBitmap) => void,
    _onProgress?: unknown,
    onError?: (error: unknown) => void,
  ) {
    // A picture that cannot be read is told of by whoever waits for it.
    void decode(this.manager.resolveURL(url)).then(onLoad, (error: unknown) => onError?.(error))
  },
})

// Readers ask it for the shape of the page, for cameras that do not state theirs.
Reflect.set(globalThis, 'window', { innerWidth: 16, innerHeight: 9 })

async function decode(url: string): Promise<ImageBitmap> {
  const response = await fetch(url, { signal: AbortSignal.timeout(20_000) })
  return createImageBitmap(await response.blob(), { colorSpaceConversion: 'none' })
}

serveWorker(
  async ({ main, files }: { main: NamedFile; files: readonly NamedFile[] }) =>
    importScene(main, files),
  ({ glb }) => [glb.buffer],
)
