import { openStore } from '../store.ts'
import { shrinkDatabase } from './shrink.ts'

const [, , folder = ''] = process.argv
const store = await openStore(folder)
process.send?.('begins')
for (;;) {
  await shrinkDatabase(store, () => Promise.resolve(Infinity))
  process.send?.('done')
}
