import { defineConfig } from '@playwright/test'
import { testChromiumArguments } from '#bench/chromium-arguments.ts'

/**
 * The flows that most people use. `npm test` runs these tests, and `npm run test:full` runs the
 * others as well.
 */
const releaseFlows = [
  'pages.spec.ts',
  'connections.spec.ts',
  'access/access.spec.ts',
  'chat/{chat,asking,branches,history}.spec.ts',
  '3d/{studio,library,viewer}.spec.ts',
].map((file) => `**/e2e/${file}`)

const executablePath = process.env['BOZZETTO_CHROMIUM']
const report = process.env['BOZZETTO_E2E_REPORT']

// Slow tests: each uses a browser and a built server.
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: false,
  // With two processors, two workers leave half of them idle while pages and servers wait for each
  // other; six are slower than four.
  workers: 4,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // Deadlines only end tests that hang.
  timeout: 300_000,
  expect: {
    timeout: 45_000,
    // Text is drawn differently on other machines, so a few pixels may differ. `--update-snapshots`
    // accepts a new look.
    toHaveScreenshot: { maxDiffPixelRatio: 0.03, threshold: 0.3, animations: 'disabled' },
  },
  // The same pictures for all systems, because the page brings its fonts.
  snapshotPathTemplate: '{testDir}/{testFileDir}/pictures/{arg}{ext}',
  projects: [
    { name: 'release', testMatch: releaseFlows },
    { name: 'more', testIgnore: releaseFlows },
  ],
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    // Without a graphics card, animations take a twentieth of a chat's CPU time. Tests about motion
    // and about first steps turn it on.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 45_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      args: testChromiumArguments,
      ...(executablePath && { executablePath }),
    },
  },
})
