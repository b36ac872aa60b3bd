import { importSource } from '../cli/build/import-source.mjs'

await importSource(new URL('./worker.ts', import.meta.url))
