import { ImageLoader } from 'three'
import { serveWorker } from '../worker/serve-worker.ts'
import type { NamedFile } from './named-file.ts'
import type { ImportOptions } from './import-files.ts'
import { importScene } from './read-scene.ts'

/** Workers have no `<img>`, so pictures are decoded to bitmaps, which three.js can draw too. */
Object.assign(ImageLoader.prototype, {
  // oxlint-disable-next-line max-params -- three.js's own order
  load(
    this: ImageLoader,
    url: string,
    onLoad?: (picture: ImageBitmap) => void,
    _onProgress?: unknown,
    onError?: (error: unknown) => void,
  ) {
    void decode(this.manager.resolveURL(url)).then(onLoad, (error: unknown) => onError?.(error))
  },
})

// three.js loaders compute the aspect ratio of cameras from the window, which workers do not have.
Reflect.set(globalThis, 'window', { innerWidth: 16, innerHeight: 9 })

async function decode(url: string): Promise<ImageBitmap> {
  const response = await fetch(url, { signal: AbortSignal.timeout(20_000) })
  return createImageBitmap(await response.blob(), { colorSpaceConversion: 'none' })
}

type Question = { main: NamedFile; files: readonly NamedFile[] } & ImportOptions

serveWorker(
  async ({ main, files, ...options }: Question) => importScene(main, files, options),
  ({ glb }) => [glb.buffer],
)
