// `npm run bench` runs all benchmarks. `npm run bench -- NAME` runs one benchmark.
import { ensureBrowser } from './browser.mjs'
import { CommandError, ensureBuilt, ensureInstalled, requireNode, run } from './project.mjs'

requireNode()
try {
  await ensureInstalled({ forTests: true })
  await ensureBuilt()
  const chromium = await ensureBrowser()
  await run(process.execPath, ['--import', 'tsx', 'src/bench/main.ts', ...process.argv.slice(2)], {
    env: chromium ? { BOZZETTO_CHROMIUM: chromium } : {},
  })
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
