import { fileURLToPath } from 'node:url'

// Built, all of the server lies in `dist/server`; as source it is loaded by Vite or a test runner.
const isSource = import.meta.url.endsWith('.ts')
const address = (source: string, built: string) =>
  new URL(isSource ? source : built, import.meta.url)

/** Entry of the engine's worker thread. As source it brings its own loader of TypeScript. */
export const engineWorkerUrl: URL = address(
  '../../engine/worker-from-source.mjs',
  './engine-worker.js',
)

/** Entry of the thread that reads large files which somebody brings. */
export const readingWorkerUrl: URL = address(
  '../reading/worker-from-source.mjs',
  './reading-worker.js',
)

/** Entry of the process that decodes pictures. */
export const pictureProcessUrl: URL = address(
  '../files/pictures/picture-process-from-source.mjs',
  './picture-process.js',
)

/** Entry of the process that changes models. */
export const workshopProcessUrl: URL = address(
  '../workshop/workshop-process-from-source.mjs',
  './workshop-process.js',
)

/** The mask network. Too large to be built into a script, so it stays where the sources are. */
export const maskWeightsPath: string = fileURLToPath(
  address('../../engine/weights/u2netp.onnx', '../../src/engine/weights/u2netp.onnx'),
)
