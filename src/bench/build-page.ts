import path from 'node:path'
import { build, type PluginOption } from 'vite'

type Options = {
  root: string
  /** The HTML file below `root`. */
  page: string
  outDir: string
  plugins?: PluginOption[]
}

/** Builds one page as products are built, to be served from any address. */
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
