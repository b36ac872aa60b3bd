// `npm run check` and `npm test`: how much script a first visit to each place loads. A page that grows by more
// than 2 KiB fails until its number is changed here, in the same commit.
import path from 'node:path'
import { comparePages } from './page-budgets.mjs'
import { CommandError, ensureBuilt, root } from '../project.mjs'

/** KiB of script (gzip) that has to come before a place can be used; the viewer before it has a model; a model before its first frame. */
const budgetsKib = {
  chat: { kib: 119.9, chunk: 'chat' },
  studio: { kib: 139.3, chunk: 'studio' },
  library: { kib: 111.6, chunk: 'library' },
  viewer: { kib: 109.6, chunk: 'viewer-page' },
  // Without three.js, which comes after the first frame.
  'a model in the studio': {
    kib: 173.4,
    chunk: 'studio',
    later: ['desk', 'model-facts', 'task-tray'],
  },
}

const clientFolder = path.join(root, 'dist', 'client')

try {
  await ensureBuilt()
  for (const { name, now, kib, hasGrown } of comparePages(clientFolder, budgetsKib)) {
    const figures = `${now.toFixed(1)} KiB of script (gzip), ${kib} KiB in src/cli/weight/page-weight.mjs`
    console.log(`${name}: ${figures}`)
    if (!hasGrown) continue
    console.error(`A first visit to ${name} has grown: load less at first, or change the number.`)
    process.exitCode = 1
  }
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
