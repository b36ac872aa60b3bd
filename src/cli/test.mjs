// `npm test` checks types and style, and runs the unit tests and the most important browser tests.
// `npm run test:full` also runs the slow tests.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureTestBrowser } from './browser.mjs'
import {
  CommandError,
  binary,
  capture,
  ensureBuilt,
  ensureInstalled,
  requireNode,
  run,
} from './project.mjs'
import { listFlowFailures, listUnitFailures } from './testing/list-failures.mjs'
import { ensurePostgres } from './testing/test-postgres.mjs'

const sources = ['src', 'e2e', 'vite.config.ts', 'vitest.config.ts']
const reports = mkdtempSync(path.join(tmpdir(), 'bozzetto-reports-'))
const seconds = []
const totals = { passed: 0, failed: 0, skipped: 0 }

const failures = []

async function measure(name, work) {
  const start = performance.now()
  try {
    await work()
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    failures.push(`${name}: ${error.message}`)
  } finally {
    seconds.push([name, ((performance.now() - start) / 1000).toFixed(1)])
  }
}

/**
 * Runs a check concurrently with other checks, and shows its output at the end. GOGC reduces
 * garbage collection in programs written in Go, which takes a quarter of their time by default.
 */
const check = (name, [command, ...args]) =>
  measure(name, async () => {
    const { output, error } = await capture(command, args, { env: { GOGC: '400' } })
    console.log(`\n── ${name}\n${output}`)
    if (error) throw error
  })

async function checkSources() {
  await check('types', [binary('tsc'), '-b'])
  await check('lint', [
    binary('oxlint'),
    '--deny-warnings',
    '--report-unused-disable-directives',
    ...sources,
  ])
  await check('format', [binary('oxfmt'), '--check', ...sources])
  await check('unused code', [binary('knip')])
  await check('licences', [process.execPath, 'src/cli/notices/check-licences.mjs'])
  await check('imports', [binary('tsx'), 'src/cli/imports/check-imports.ts'])
  await check('writing rules', [binary('tsx'), 'src/cli/words/check-words.ts'])
  await check('languages', [binary('tsx'), 'src/cli/languages/check-languages.ts'])
}

async function unitTests(name, projects, env) {
  const file = path.join(reports, `${projects.join('-')}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const only = projects.map((project) => `--project=${project}`)
  console.log(`\n── ${name}`)
  await measure(name, () => run(binary('vitest'), ['run', ...only, ...reporters], { env }))
  const report = readReport(file)
  count(report.numPassedTests, report.numFailedTests, report.numPendingTests)
  failures.push(...listUnitFailures(report))
}

async function browserTests(name, project, env) {
  const file = path.join(reports, `${project}.json`)
  console.log(`\n── ${name}`)
  await measure(name, () =>
    run(binary('playwright'), ['test', '-c', 'e2e', `--project=${project}`], {
      env: { ...env, BOZZETTO_E2E_REPORT: file },
    }),
  )
  const report = readReport(file)
  const { stats = {} } = report
  count(stats.expected, stats.unexpected, stats.skipped)
  failures.push(...listFlowFailures(report))
}

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})

function count(passed = 0, failed = 0, skipped = 0) {
  totals.passed += passed
  totals.failed += failed
  totals.skipped += skipped
}

async function testRelease(env) {
  await Promise.all([checkSources(), measure('build', ensureBuilt)])
  await check('weight of a first visit', [process.execPath, 'src/cli/weight/page-weight.mjs'])
  await unitTests('unit and GPU tests', ['unit', 'isolated', 'gpu'], env)
  await browserTests('browser flows of a release', 'release', env)
}

async function testRest(env) {
  const { missing } = await ensurePostgres()
  if (missing !== undefined) console.warn(`${missing} What is tested on one is skipped.`)
  const projects = [
    'full',
    'full-isolated',
    'full-gpu',
    ...(missing === undefined ? ['postgres'] : []),
  ]
  await unitTests('long tests, and tests of rows on Postgres', projects, env)
  await browserTests('all other browser flows', 'more', env)
}

requireNode()
try {
  await ensureInstalled({ forTests: true })
  const chromium = await ensureTestBrowser()
  const env = chromium ? { BOZZETTO_CHROMIUM: chromium } : {}
  await testRelease(env)
  if (process.argv.includes('--full')) await testRest(env)
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  failures.push(error.message)
} finally {
  rmSync(reports, { recursive: true, force: true })
}
for (const [name, took] of seconds) console.log(`${took.padStart(7)} s  ${name}`)
for (const failure of failures) console.error(failure)
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
if (failures.length > 0) process.exitCode = 1
