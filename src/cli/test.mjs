// `npm test`: runs all checks.
import { readFileSync, rmSync } from 'node:fs'
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
import { ensurePostgres } from './testing/test-postgres.mjs'

const sources = ['src', 'e2e', 'vite.config.ts']
const unitReport = path.join(tmpdir(), `bozzetto-unit-${process.pid}.json`)
const e2eReport = path.join(tmpdir(), `bozzetto-e2e-${process.pid}.json`)

const step = async (name, [command, ...args], options) => {
  const start = performance.now()
  console.log(`\n── ${name}`)
  await run(command, args, options)
  console.log(`   ${name}: ${secondsSince(start)} s`)
}

/** Runs a step in parallel with others and shows its output at the end. */
const quietStep = async (name, [command, ...args], options) => {
  const start = performance.now()
  const { output, error } = await capture(command, args, options)
  console.log(`\n── ${name}\n${output}   ${name}: ${secondsSince(start)} s`)
  if (error) throw error
}

const secondsSince = (start) => ((performance.now() - start) / 1000).toFixed(1)

/** Runs lanes in parallel, the steps of each in order, and fails after all have ended. */
const besides = async (...lanes) => {
  const ends = await Promise.allSettled(lanes.map((lane) => lane()))
  for (const { reason } of ends) if (reason) throw reason
}

const unitTests = (onPostgres, env) =>
  step(
    'unit and gpu tests, and those of rows on a Postgres server',
    [
      binary('vitest'),
      'run',
      ...(onPostgres ? [] : ['--project=unit', '--project=isolated', '--project=gpu']),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
    ],
    { env },
  )

/**
 * Options of steps without a browser: they use the CPU time that browser tests leave while waiting.
 * GOGC is for programs written in Go, which collect garbage for a quarter of their time by default.
 */
const inGaps = { isPatient: true, env: { GOGC: '400' } }

async function checkSources() {
  await quietStep('types', [binary('tsc'), '-b'], inGaps)
  await quietStep('lint', [binary('oxlint'), '--deny-warnings', ...sources], inGaps)
  await quietStep('format', [binary('oxfmt'), '--check', ...sources], inGaps)
  await quietStep('unused code', [binary('knip')], inGaps)
  await quietStep('licences', [process.execPath, 'src/cli/notices/check-licences.mjs'], inGaps)
  await quietStep('imports', [binary('tsx'), 'src/cli/imports/check-imports.ts'], inGaps)
  await quietStep('writing rules', [binary('tsx'), 'src/cli/words/check-words.ts'], inGaps)
  await quietStep(
    'weight of a first visit',
    [process.execPath, 'src/cli/weight/page-weight.mjs'],
    inGaps,
  )
}

requireNode()
try {
  await ensureInstalled()
  const [{ missing }, chromium] = await Promise.all([ensurePostgres(), ensureTestBrowser()])
  const env = chromium ? { BOZZETTO_CHROMIUM: chromium } : {}
  if (missing !== undefined) console.warn(`${missing} What is tested on one is skipped.`)
  await besides(() => unitTests(missing === undefined, env), ensureBuilt)
  await besides(checkSources, () =>
    step('what a person does, in a browser', [binary('playwright'), 'test', '-c', 'e2e'], {
      env: { ...env, BOZZETTO_E2E_REPORT: e2eReport },
    }),
  )
  const unit = JSON.parse(readFileSync(unitReport, 'utf8'))
  const { stats } = JSON.parse(readFileSync(e2eReport, 'utf8'))
  const passed = unit.numPassedTests + stats.expected + stats.flaky
  const failed = unit.numFailedTests + stats.unexpected
  const skipped = unit.numPendingTests + stats.skipped
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  console.error(`\n${error.message}`)
  process.exitCode = 1
} finally {
  rmSync(unitReport, { force: true })
  rmSync(e2eReport, { force: true })
}
