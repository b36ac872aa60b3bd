import { defineConfig } from '@playwright/test'
import { testChromiumArguments } from '#bench/chromium-arguments.ts'

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
  // A busy machine may be too slow once. The summary lists the retried tests.
  retries: 1,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    // Without a graphics card, animations take a twentieth of a chat's CPU time. Tests about motion
    // and about first steps turn it on.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 15_000,
    // Recording slows down every step.
    trace: 'on-first-retry',
    launchOptions: {
      args: testChromiumArguments,
      ...(executablePath && { executablePath }),
    },
  },
})
