import { fileURLToPath } from 'node:url'

// The build puts the whole server into `dist/server`. Vite and test runners load the server from
// source.
const isSource = import.meta.url.endsWith('.ts')
const address = (source: string, built: string) =>
  new URL(isSource ? source : built, import.meta.url)

/**
 * Entry file of the engine's worker thread. The source version includes its own TypeScript loader.
 */
export const engineWorkerUrl: URL = address(
  '../../engine/worker-from-source.mjs',
  './engine-worker.js',
)

export const readingWorkerUrl: URL = address(
  '../reading/worker-from-source.mjs',
  './reading-worker.js',
)

export const pictureProcessUrl: URL = address(
  '../files/pictures/picture-process-from-source.mjs',
  './picture-process.js',
)

export const workshopProcessUrl: URL = address(
  '../workshop/workshop-process-from-source.mjs',
  './workshop-process.js',
)

/**
 * The build refers to the source folder, because the ONNX model that cuts out objects is too large
 * to bundle.
 */
export const maskWeightsPath: string = fileURLToPath(
  address('../../engine/weights/u2netp.onnx', '../../src/engine/weights/u2netp.onnx'),
)
