// Runs the commands for the data folder, such as `npm run backup` and `npm run restore`.
import path from 'node:path'
import { CommandError, ensureBuilt, ensureInstalled, requireNode, root, run } from './project.mjs'

requireNode()
try {
  await ensureInstalled()
  await ensureBuilt()
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  console.error(error.message)
  process.exit(1)
}
try {
  // Relative paths in the arguments start at the folder in which the person called npm.
  await run(process.execPath, [
    path.join(root, 'dist', 'server', 'admin.js'),
    ...process.argv.slice(2),
  ])
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  process.exitCode = 1
}
