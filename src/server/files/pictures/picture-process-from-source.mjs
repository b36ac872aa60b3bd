// Starts the process from its TypeScript source, for development and tests.
import { register } from 'tsx/esm/api'

register()
await import('./picture-process.ts')
