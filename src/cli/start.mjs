// `npm start`: installs and builds if necessary, then starts the server in this process.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { CommandError, ensureBuilt, ensureInstalled, requireNode, root } from './project.mjs'

requireNode()
try {
  await ensureInstalled()
  await ensureBuilt()
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  console.error(`Bozzetto could not start: ${error.message} What it printed above says why.`)
  process.exit(1)
}
process.env.NODE_ENV ??= 'production'
await import(pathToFileURL(path.join(root, 'dist', 'server', 'main.js')).href)
