import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { defineAppVersion } from './src/cli/build/app-version.ts'
import { compressAssets } from './src/cli/build/compress-assets.ts'
import { devServer } from './src/cli/build/dev-server.ts'
import { logBuild } from './src/cli/build/log-build.ts'
import { mcpApp } from './src/cli/build/mcp-app.ts'
import { newDatabase } from './src/cli/build/new-database.ts'
import { pageShell } from './src/cli/build/page-shell.ts'
import { placeChunks } from './src/cli/build/place-chunks.ts'
import { previewScripts } from './src/cli/build/preview-scripts.ts'
import { serviceWorker } from './src/cli/build/service-worker.ts'
import { thirdPartyNotices } from './src/cli/build/third-party-notices.ts'

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    devServer(),
    pageShell(),
    serviceWorker(),
    thirdPartyNotices(),
    compressAssets(),
    newDatabase(),
    mcpApp(),
    previewScripts(),
  ],
  // React 18 and later include this hook. The package replaces it for older versions.
  resolve: {
    alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }],
  },
  define: defineAppVersion(),
  experimental: {
    // Scripts and styles find their files next to them, so that the page works below any path. The
    // server adds this path to the addresses in index.html.
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }),
  },
  builder: {},
  build: { rolldownOptions: { onLog: logBuild } },
  // Workers too are read for the packages they use: one that is found late reloads the page, and
  // in a browser test gives it a second React.
  optimizeDeps: {
    entries: [
      'index.html',
      'src/{app,features,queries,ui,viewer,model-files,workshop,workbench}/**/!(*.test).{ts,tsx}',
    ],
  },
  environments: {
    // The viewer with three is one chunk, loaded when a model is first shown.
    client: {
      build: {
        outDir: 'dist/client',
        // Maps modules to chunks, for `src/cli/weight/page-weight.mjs`.
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
})
