import { importSource } from '../../cli/build/import-source.mjs'

await importSource(new URL('./workshop-process.ts', import.meta.url))
