import { importSource } from '../../../cli/build/import-source.mjs'

await importSource(new URL('./picture-process.ts', import.meta.url))
