// Installs packages that only tests want, out of the way of everybody else.
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { CommandError, root, run } from './project.mjs'

/**
 * @param {{
 *   name: string, what: string, packages: string[], more?: string[], finish?: (folder: string) => void
 * }} wanted `name` of a folder in the cache: another version needs another one; `what` it is to people; `more`
 *   arguments of npm; `finish` does what is left to do in the folder.
 * @returns {Promise<{ folder: string } | { missing: string }>} where it is, or a sentence that says why it is not: a
 *   machine may be without a network.
 */
export async function ensureApart({ name, what, packages, more = [], finish = () => {} }) {
  const folder = path.join(root, 'node_modules', '.cache', 'bozzetto', name)
  // An install that was broken off is made again.
  const ready = path.join(folder, 'ready')
  if (existsSync(ready)) return { folder }
  console.log(`Installing ${what} for the tests (once) …`)
  if (!(await install(folder, [...packages, ...more]))) {
    return { missing: `${what} could not be installed for the tests.` }
  }
  finish(folder)
  mkdirSync(ready, { recursive: true })
  return { folder }
}

/** @returns whether it could be done. */
async function install(folder, given) {
  mkdirSync(folder, { recursive: true })
  const npm = process.env.npm_execpath
  const args = [
    'install',
    ...given,
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=1',
    '--loglevel=error',
  ]
  try {
    if (npm?.endsWith('.js')) await run(process.execPath, [npm, ...args])
    else await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return false
  }
  return true
}
