// `npm run check` and `npm test`: how much script a first visit to each place loads. A page that grows by more
// than `slackKib` fails until its number is changed here, in the same commit.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { CommandError, ensureBuilt, root } from './project.mjs'

/** KiB of script (gzip) that has to come before a place can be used; the viewer before it has a model. */
const budgetsKib = {
  chat: { kib: 163, modules: ['src/features/chat/chat.tsx'] },
  studio: { kib: 179.2, modules: ['src/features/studio/studio.tsx'] },
  library: { kib: 142, modules: ['src/features/library/library.tsx'] },
  viewer: { kib: 114.6, modules: ['src/features/viewer-page/viewer-page.tsx'] },
}
const slackKib = 2

const clientFolder = path.join(root, 'dist', 'client')

try {
  await ensureBuilt()
  const manifest = JSON.parse(readFileSync(path.join(clientFolder, 'manifest.json'), 'utf8'))
  for (const [name, { kib, modules }] of Object.entries(budgetsKib)) {
    const now = weightOf(manifest, ['index.html', ...modules])
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

/** KiB of all chunks that some modules load without being asked to. */
function weightOf(manifest, modules) {
  const seen = new Set()
  const open = [...modules]
  let bytes = 0
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    const chunk = manifest[name]
    if (!chunk) throw new Error(`${name} is not in the build.`)
    bytes += gzipSync(readFileSync(path.join(clientFolder, chunk.file)), { level: 9 }).length
    open.push(...(chunk.imports ?? []))
  }
  return bytes / 1024
}
