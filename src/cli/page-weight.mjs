// `npm run check` and `npm test`: how much script a first visit to each place loads. A page that grows by more
// than `slackKib` fails until its number is changed here, in the same commit.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { CommandError, ensureBuilt, root } from './project.mjs'

/** KiB of script (gzip) that has to come before a place can be used; the viewer before it has a model. */
const budgetsKib = {
  chat: { kib: 142.8, chunk: 'chat' },
  studio: { kib: 163, chunk: 'studio' },
  library: { kib: 128.2, chunk: 'library' },
  viewer: { kib: 110.7, chunk: 'viewer-page' },
}
const slackKib = 2

const clientFolder = path.join(root, 'dist', 'client')

try {
  await ensureBuilt()
  const manifest = JSON.parse(readFileSync(path.join(clientFolder, 'manifest.json'), 'utf8'))
  for (const [name, { kib, chunk }] of Object.entries(budgetsKib)) {
    const now = weightOf(manifest, ['index.html', keyOf(manifest, chunk)])
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

/** Under which the manifest has a chunk of that name. */
function keyOf(manifest, chunk) {
  const found = Object.entries(manifest).find(([, { name }]) => name === chunk)
  if (!found) throw new Error(`The build has no chunk ${chunk}.`)
  return found[0]
}

/** KiB of all chunks that some modules load without being asked to. */
function weightOf(manifest, keys) {
  const seen = new Set()
  const open = [...keys]
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
