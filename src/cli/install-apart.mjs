// Installs packages that only tests need into a separate folder instead of `node_modules`.
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { CommandError, root, run } from './project.mjs'

/**
 * @param {{ name: string, what: string, packages: string[], more?: string[], finish?: (folder:
 * string) => void }} wanted `name` of a folder in the cache, different for each version; `what` is
 * the description in messages; `more` are arguments of npm; `finish` completes the installation in
 * the folder.
 * @returns {Promise<{ folder: string } | { missing: string }>} the folder, or the reason why the
 * packages are missing, such as a machine without a network.
 */
export async function ensureApart({ name, what, packages, more = [], finish = () => {} }) {
  const folder = path.join(root, 'node_modules', '.cache', 'bozzetto', name)
  // This file marks a complete installation. If the file is missing, the installation runs again.
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
