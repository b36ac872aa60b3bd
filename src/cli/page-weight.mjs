// `npm run check` and `npm test`: how much script a first visit to each place loads. A page that grows by more
// than `slackKib` fails until its number is changed here, in the same commit.
import path from 'node:path'
import { firstVisitKib } from './first-visit.mjs'
import { CommandError, ensureBuilt, root } from './project.mjs'

/** KiB of script (gzip) that has to come before a place can be used; the viewer before it has a model; a model before its first frame. */
const budgetsKib = {
  chat: { kib: 119.5, chunk: 'chat' },
  studio: { kib: 139.7, chunk: 'studio' },
  library: { kib: 111.9, chunk: 'library' },
  viewer: { kib: 109.6, chunk: 'viewer-page' },
  // Without three.js, which comes after the first frame.
  'a model in the studio': {
    kib: 174.1,
    chunk: 'studio',
    later: ['desk', 'model-facts', 'task-tray'],
  },
}
const slackKib = 2

const clientFolder = path.join(root, 'dist', 'client')

try {
  await ensureBuilt()
  for (const [name, { kib, chunk, later }] of Object.entries(budgetsKib)) {
    const now = firstVisitKib(clientFolder, chunk, later)
    const figures = `${now.toFixed(1)} KiB of script (gzip), ${kib} KiB in src/cli/page-weight.mjs`
    console.log(`${name}: ${figures}`)
    if (now <= kib + slackKib) continue
    console.error(`A first visit to ${name} has grown: load less at first, or change the number.`)
    process.exitCode = 1
  }
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
