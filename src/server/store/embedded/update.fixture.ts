import { openConfiguredStore } from '../open.ts'

/** Updates the data in a folder as a server does, and reports when the update begins and ends. */
const [, , folder = ''] = process.argv
const warn = console.warn
console.warn = (...words: unknown[]) => {
  warn(...words)
  process.send?.(String(words[0]))
}
const store = await openConfiguredStore({ BOZZETTO_DATA: folder })
await store.close()
process.send?.('done')
process.disconnect?.()
