// Installs packages that only tests want, out of the way of everybody else.
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { CommandError, root, run } from './project.mjs'

/**
 * @param {string} name of a folder in the cache; another version needs another one.
 * @returns the folder and whether it is complete.
 */
export function apart(name) {
  const folder = path.join(root, 'node_modules', '.cache', 'bozzetto', name)
  return { folder, isReady: existsSync(path.join(folder, 'ready')) }
}

/** Notes that all is there: an install that was broken off is made again. */
export const markReady = (folder) => mkdirSync(path.join(folder, 'ready'), { recursive: true })

/**
 * @param {{ more?: string[] }} options further arguments of npm.
 * @returns whether it could be done: a machine may be without a network.
 */
export async function installApart(folder, packages, { more = [] } = {}) {
  mkdirSync(folder, { recursive: true })
  const npm = process.env.npm_execpath
  const args = [
    'install',
    ...packages,
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=1',
    '--loglevel=error',
    ...more,
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
