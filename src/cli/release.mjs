import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { writeChangelog } from './changelog.mjs'
import { listShipped } from './notices/shipped-packages.mjs'
import { ensureInstalled, requireNode } from './project.mjs'

const usage = `npm run release [-- FOLDER] builds a release and publishes nothing. It
- updates the facts about models from models.dev,
- adds the section of this version to the changelog,
- writes the application into FOLDER/app (by default dist/app) and makes a model with it,
- packs the npm package into FOLDER, installs it with an empty cache and makes a model with it,
- writes the SBOM (CycloneDX) into FOLDER.
With --sbom or --changelog it only writes that file.`
if (process.argv.includes('--help')) {
  console.log(usage)
  process.exit(0)
}
const [given] = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const folder = path.resolve(given ?? 'dist')
if (process.argv.includes('--changelog')) {
  console.log(writeChangelog('.') ?? 'There is no repository with a changelog here.')
  process.exit(0)
}
if (!process.argv.includes('--sbom')) {
  requireNode()
  await ensureInstalled({ forTests: true })
  // Without internet access, the release contains the stored model descriptions.
  const renewed = run(['run', '--silent', 'renew-models'])
  if (renewed !== undefined) console.log(renewed.trim())
  if (run(['run', 'build']) === undefined) process.exit(1)
  const changelog = writeChangelog('.')
  if (changelog !== undefined) console.log(`The section of this version is in ${changelog}.`)
  const { tryApp, tryPackage, writeApp, writePackage } = await import('./write-app.mjs')
  const app = path.join(folder, 'app')
  try {
    await writeApp(app)
    await tryApp(app)
  } catch (error) {
    console.error(`The release in ${app} does not run:`, error)
    process.exit(1)
  }
  console.log(
    `What runs is in ${app}; a model was made with it. "node dist/server/main.js" starts it there.`,
  )
  try {
    const packed = await packPackage(writePackage)
    await tryPackage(packed)
    console.log(
      `The npm package is ${packed} (${megabytes(packed)} MB); a model was made with it. "npx --package=${packed} bozzetto" starts it.`,
    )
  } catch (error) {
    console.error('The npm package does not run:', error)
    process.exit(1)
  }
}
const sbom = run([
  'sbom',
  '--sbom-format',
  'cyclonedx',
  '--sbom-type',
  'application',
  '--package-lock-only',
])
if (sbom === undefined) process.exit(1)
mkdirSync(folder, { recursive: true })
const file = path.join(folder, 'sbom.cdx.json')
const bill = JSON.parse(sbom)
const shipped = new Set(listShipped().map(({ name, version }) => `${name}@${version}`))
bill.components = bill.components.filter(({ name, version }) => shipped.has(`${name}@${version}`))
const refs = new Set([bill.metadata.component, ...bill.components].map((part) => part['bom-ref']))
bill.dependencies = bill.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((used) => refs.has(used)) }))
// npm writes the folder's name, so set the name in package.json instead.
bill.metadata.component.name = JSON.parse(readFileSync('package.json', 'utf8')).name
writeFileSync(file, JSON.stringify(bill, undefined, 2))
console.log(`${bill.components.length} components are listed in ${file}.`)

async function packPackage(writePackage) {
  const unpacked = path.join(folder, 'package')
  await writePackage(unpacked)
  const [packed] = JSON.parse(run(['pack', '--json', '--pack-destination', folder, unpacked]))
  rmSync(unpacked, { recursive: true })
  return path.join(folder, packed.filename)
}

function megabytes(tarball) {
  return (statSync(tarball).size / 1e6).toFixed(1)
}

/** Returns the output of npm, or `undefined` if npm fails. Errors appear in this terminal. */
function run(words) {
  const { status, stdout, stderr } = spawnSync('npm', words, {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  if (status === 0) return stdout
  process.stderr.write(stderr || stdout)
  return undefined
}
