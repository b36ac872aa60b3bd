import { readFileSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, mergeConfig } from 'vitest/config'
import { testChromiumArguments } from './src/testing/chromium-arguments.ts'
import { fullTests } from './src/cli/testing/full-tests.ts'
import { usesStore } from './src/cli/testing/uses-store.ts'
import { TestOrder } from './src/cli/testing/test-order.ts'
import viteConfig from './vite.config.ts'

const gpuTests = 'src/**/*.gpu.test.tsx'
/** Tests that need a Postgres server. */
const onServerOnly = 'src/**/*.postgres.test.ts'
/** Code that reads and writes rows. Its tests run again on a Postgres server. */
const postgresTests = [
  onServerOnly,
  'src/server/{audit,chat,connections,generation,spending,vault}/**/*.test.ts',
  'src/server/files/file-service.test.ts',
  'src/server/library/{sweep,known-summary}.test.ts',
  'src/server/routes/api/{library,shares}.test.ts',
  'src/server/routes/api/access/{access,keys,oidc,passkeys,second-factor}.test.ts',
  'src/server/routes/api/chat/{conversations,library}.test.ts',
  'src/server/routes/llm/spending.test.ts',
  'src/server/routes/model/{generation,queue,revocation}.test.ts',
  'src/server/routes/health.test.ts',
  'src/server/store/storable.test.ts',
]

const unitTests = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.gpu)\.test\.tsx?$/.test(file))
  .map((file) => `src/${file.replaceAll('\\', '/')}`)

/**
 * Tests that replace modules or load them again, which would affect other tests in the same process,
 * and a test that must record file functions before another test imports them.
 */
const isolatedTests = unitTests.filter(
  (file) =>
    file.endsWith('/synced-postgres.test.ts') ||
    /\bvi\.(?:mock|resetModules)\(/.test(readFileSync(file, 'utf8')),
)

const sharedTests = unitTests.filter((file) => !isolatedTests.includes(file))

/** Tests that would test the same on a Postgres server as without it. */
const withoutRows = [
  ...unitTests.filter((file) => !file.endsWith('.postgres.test.ts') && !usesStore(file)),
  // These read what other programs and services send. `import-chats.test.ts` and
  // `chat-service.test.ts` test how chats are stored.
  'src/server/chat/transfer/import-cases.test.ts',
  'src/server/chat/runs/wire-cases/*.test.ts',
  'src/server/chat/runs/read-page-again.test.ts',
  'src/server/chat/knowledge/rerank-passages.test.ts',
]

/** Newer versions of Node have a web storage, which would replace that of the simulated page. */
const withoutNodeStorage = ['--no-experimental-webstorage'].filter((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
)

/** A larger space for new objects saves 5 % of the CPU time, because it is collected less often. */
const roomForGarbage = '--max-semi-space-size=64'

/**
 * As in `src/server/main.ts`: tests open hundreds of databases, and optimizing their WebAssembly takes
 * a tenth to a quarter of the CPU time.
 */
const webAssemblyOptions = ['--wasm-num-compilation-tasks=1', '--wasm-tiering-budget=100000000']

const chromiumPath = process.env['BOZZETTO_CHROMIUM']

/** A deadline only ends tests that hang. The bench measures what must be fast. */
const deadlines = { testTimeout: 300_000, hookTimeout: 300_000 }

const node = {
  ...deadlines,
  environment: 'node',
  execArgv: [...withoutNodeStorage, roomForGarbage, ...webAssemblyOptions],
  globalSetup: ['src/cli/build/bundle-sources.ts'],
}

/** Creates new settings for each project, because Vitest writes its name into them. */
const createBrowserTests = (name: string) => ({
  ...deadlines,
  name,
  // Each page loads its modules once and runs several files.
  isolate: false,
  browser: {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    provider: playwright({
      launchOptions: {
        args: testChromiumArguments,
        ...(chromiumPath && { executablePath: chromiumPath }),
      },
    }),
    instances: [{ browser: 'chromium' as const }],
  },
})

const testConfig = defineConfig({
  test: {
    // One more than the number of cores, because tests wait for processes and disks. The default
    // leaves a core idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: TestOrder },
    setupFiles: ['src/cli/testing/patience.ts'],
    expect: { poll: { timeout: 60_000 } },
    // react-three-fiber makes one for each canvas, up to its newest version.
    onConsoleLog: (text) => !text.startsWith('THREE.Clock: This module has been deprecated.'),
    projects: [
      {
        extends: true,
        test: {
          ...node,
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [gpuTests, onServerOnly, ...isolatedTests, ...fullTests],
          // Modules are loaded once for all files, which halves the time. So tests must restore what
          // they share with others: stores, globals, timers.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: 'full',
          include: fullTests,
          exclude: [gpuTests, ...isolatedTests],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...node, name: 'isolated', include: isolatedTests, exclude: fullTests },
      },
      {
        extends: true,
        test: {
          ...node,
          name: 'full-isolated',
          include: fullTests,
          exclude: [gpuTests, ...sharedTests],
        },
      },
      {
        extends: true,
        test: {
          ...node,
          // Tests of code that reads and writes rows, again on a Postgres server.
          name: 'postgres',
          include: postgresTests,
          exclude: withoutRows,
          globalSetup: [...node.globalSetup, 'src/server/testing/postgres/setup.ts'],
          env: { BOZZETTO_TEST_STORE: 'postgres' },
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...createBrowserTests('gpu'), include: [gpuTests], exclude: fullTests },
      },
      {
        extends: true,
        test: { ...createBrowserTests('full-gpu'), include: fullTests, exclude: unitTests },
      },
    ],
  },
})

export default mergeConfig(viteConfig, testConfig)
