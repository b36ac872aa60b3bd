import path from 'node:path'
import { build, type PluginOption } from 'vite'

type Options = {
  root: string
  page: string
  outDir: string
  plugins?: PluginOption[]
}

/** Builds one page for production, with relative addresses. */
export async function buildPage({ root, page, outDir, plugins = [] }: Options): Promise<void> {
  await build({
    root,
    base: './',
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins,
    build: {
      outDir,
      emptyOutDir: true,
      chunkSizeWarningLimit: 4_000,
      rolldownOptions: { input: path.join(root, page) },
    },
  })
}
