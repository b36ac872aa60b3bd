import { defineConfig } from '@playwright/test'
import { testChromiumArguments } from '#bench/chromium-arguments.ts'

const executablePath = process.env['BOZZETTO_CHROMIUM']
const report = process.env['BOZZETTO_E2E_REPORT']

// Every test takes seconds: a browser goes through a page of a built server, which is started for it.
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: false,
  // On two processors two leave half idle, as pages and servers wait for each other; six take longer than four.
  workers: 4,
  // A machine that is busy with other things can be too slow once; the summary says where it was.
  retries: 1,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    // What moves takes a twentieth of a chat's processor time, as no graphics card draws it. What is about moving, and
    // what everybody does first, is tested with it.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 15_000,
    // Recording costs time with every step.
    trace: 'on-first-retry',
    launchOptions: {
      args: testChromiumArguments,
      ...(executablePath && { executablePath }),
    },
  },
})
