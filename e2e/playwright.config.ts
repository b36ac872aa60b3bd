import { defineConfig } from '@playwright/test'
import { launchWith } from './support/launch-options.ts'

/**
 * The most important tests, which `npm test` runs. `npm run test:full` also runs the other tests,
 * including those of these files that have the tag `@full`.
 */
const releaseFlows =
  /(?:pages|connections|access\/access|chat\/(?:chat|asking)|3d\/(?:studio|library|viewer))\.spec\.ts(?!.*@full)/

const report = process.env['BOZZETTO_E2E_REPORT']

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: false,
  // Four workers are fastest on two processors. Two workers leave half of the CPU time idle, and
  // six are slower.
  workers: 4,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // These limits in milliseconds only end tests that hang.
  timeout: 300_000,
  expect: {
    timeout: 45_000,
    // Other machines draw text slightly differently, so allow a few pixels to differ.
    toHaveScreenshot: { maxDiffPixelRatio: 0.03, threshold: 0.3, animations: 'disabled' },
  },
  // All systems share the reference pictures, because the page includes its fonts.
  snapshotPathTemplate: '{testDir}/{testFileDir}/pictures/{arg}{ext}',
  projects: [
    { name: 'release', grep: releaseFlows },
    { name: 'more', grepInvert: releaseFlows },
  ],
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    // Without a graphics card, animations use a twentieth of the CPU time of a chat. Tests that
    // need animations turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 45_000,
    screenshot: 'only-on-failure',
    launchOptions: launchWith(),
  },
})
