// Starts the worker from its TypeScript source, for development and tests: `--import tsx` on a
// worker thread has no effect, as tsx registers itself on the main thread only.
import { register } from 'tsx/esm/api'

register()
await import('./worker.ts')
