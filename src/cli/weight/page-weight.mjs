// Part of `npm run check` and `npm test`. Measures the scripts that a first visit to each page
// loads. If a page grows by more than 2 KiB, the same commit has to change its budget below.
import path from 'node:path'
import { comparePages } from './page-budgets.mjs'
import { CommandError, ensureBuilt, root } from '../project.mjs'

/**
 * Budgets in KiB of scripts (gzip): until a page can be used, until the viewer accepts a model, and
 * until the first frame of a model.
 */
const budgetsKib = {
  chat: { kib: 149, chunk: 'chat' },
  studio: { kib: 167, chunk: 'studio' },
  library: { kib: 136, chunk: 'library' },
  viewer: { kib: 133, chunk: 'viewer-page' },
  // This budget excludes three.js, which is loaded after the first frame.
  'a model in the studio': {
    kib: 210,
    chunk: 'studio',
    later: ['editor', 'model-facts', 'task-tray'],
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
