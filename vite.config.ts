import { availableParallelism } from 'node:os'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { testChromiumArguments } from './src/bench/chromium-arguments.ts'
import { defineAppVersion } from './src/cli/build/app-version.ts'
import { compressAssets } from './src/cli/build/compress-assets.ts'
import { devServer } from './src/cli/build/dev-server.ts'
import { directImports } from './src/cli/build/direct-imports.ts'
import { logOfBuild } from './src/cli/build/log-of-build.ts'
import { mcpApp } from './src/cli/build/mcp-app.ts'
import { newDatabase } from './src/cli/build/new-database.ts'
import { namedBeside, placeChunks } from './src/cli/build/place-chunks.ts'
import { smallIcons } from './src/cli/build/small-icons.ts'
import { TestOrder } from './src/cli/testing/test-order.ts'
import { thirdPartyNotices } from './src/cli/build/third-party-notices.ts'
import { zodForPages } from './src/cli/build/zod-for-pages.ts'

/** Tests of what needs a Postgres server. */
const onServerOnly = 'src/**/*.postgres.test.ts'
/** What reads and writes rows is tested once more on a server; its files and its vacuuming are not ours there. */
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

/** Tests that replace a module of the server, which other tests in the same process have already loaded. */
const isolatedTests = ['src/server/testing/mass-assignment.test.ts']

/** Newer versions of Node have a storage of their own, which hides the one of the page that tests imitate. */
const withoutNodeStorage = ['--no-experimental-webstorage'].filter((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
)

/** With room for what tests throw away, collecting it takes a twentieth less of all processor time. */
const roomForGarbage = '--max-semi-space-size=64'

const chromiumPath = process.env['BOZZETTO_CHROMIUM']

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    devServer(),
    directImports(),
    smallIcons(),
    zodForPages(),
    thirdPartyNotices(),
    compressAssets(),
    newDatabase(),
    mcpApp(),
  ],
  // React has had this hook of its own for years; the package imitates it for older ones.
  resolve: {
    alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }],
  },
  define: defineAppVersion(),
  builder: {},
  build: { rolldownOptions: { onLog: logOfBuild } },
  // Workers too are read for the packages they use: one that is found late reloads the page, and
  // in a browser test gives it a second React.
  optimizeDeps: {
    entries: [
      'index.html',
      'src/{app,features,queries,ui,viewer,model-files,workshop}/**/!(*.test).{ts,tsx}',
    ],
  },
  environments: {
    // The viewer with three is one chunk, loaded when a model is first shown.
    client: {
      build: {
        outDir: 'dist/client',
        // Says which module is in which chunk, for `src/cli/weight/page-weight.mjs`.
        manifest: 'manifest.json',
        chunkSizeWarningLimit: 1000,
        rolldownOptions: {
          output: {
            codeSplitting: { groups: placeChunks() },
            // A name of all who share a chunk is longer than some of them, and stands wherever one is loaded.
            chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
          },
        },
        modulePreload: {
          // Browsers without it load a chunk's imports a moment later.
          polyfill: false,
          resolveDependencies: (file, files, { hostId }) => namedBeside(hostId, file, files),
        },
        // The page's policy takes no font from a data: address.
        assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
      },
    },
    ssr: {
      // Hundreds of small modules: read as one file they make the server listen sooner.
      resolve: {
        noExternal: [
          /^hono$/,
          /^@hono\//,
          'zod',
          'drizzle-orm',
          'eventsource-parser',
          'jsonc-parser',
          'minisearch',
          'p-limit',
          'yocto-queue',
        ],
      },
      build: {
        outDir: 'dist/server',
        ssr: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: {
            main: 'src/server/main.ts',
            admin: 'src/server/admin/main.ts',
            'engine-worker': 'src/engine/worker.ts',
            'reading-worker': 'src/server/reading/worker.ts',
            'new-database': 'src/server/admin/new-database.ts',
            'picture-process': 'src/server/files/pictures/picture-process.ts',
            'workshop-process': 'src/server/workshop/workshop-process.ts',
          },
        },
      },
    },
  },
  test: {
    // One more than there are cores, as tests wait for processes and disks; the default leaves a core idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: TestOrder },
    // react-three-fiber makes one for each canvas, up to its newest version.
    onConsoleLog: (text) => !text.startsWith('THREE.Clock: This module has been deprecated.'),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          execArgv: [...withoutNodeStorage, roomForGarbage],
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: ['src/**/*.gpu.test.tsx', onServerOnly, ...isolatedTests],
          globalSetup: 'src/cli/build/bundle-sources.ts',
          // Modules are read once for all files, which halves the time; a test must therefore leave
          // what it shares with others (stores, globals, timers) as it found it.
          isolate: false,
          // What must be fast is measured by the bench; here a busy machine must not fail a test.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // As the browser tests: one that passes at the second try is shown as such and is no reason to stop.
          retry: 1,
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          environment: 'node',
          execArgv: [...withoutNodeStorage, roomForGarbage],
          include: isolatedTests,
          globalSetup: 'src/cli/build/bundle-sources.ts',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          retry: 1,
        },
      },
      {
        extends: true,
        test: {
          // The tests of what reads and writes rows once more, on a Postgres server.
          name: 'postgres',
          environment: 'node',
          execArgv: [roomForGarbage],
          include: postgresTests,
          globalSetup: ['src/cli/build/bundle-sources.ts', 'src/server/testing/postgres/setup.ts'],
          env: { BOZZETTO_TEST_STORE: 'postgres' },
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          retry: 1,
        },
      },
      {
        extends: true,
        test: {
          name: 'gpu',
          include: ['src/**/*.gpu.test.tsx'],
          // Each of the pages that work side by side reads its modules once and takes one file after the other.
          isolate: false,
          testTimeout: 60_000,
          retry: 1,
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
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
