import { openConfiguredStore } from '../open.ts'

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
