import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const reactEntry = fileURLToPath(
  new URL('../../features/chat/preview/react-frame/main.ts', import.meta.url),
)

/**
 * Builds the scripts that previewed pages may load from this server: React with a compiler of JSX
 * and TypeScript, and Tailwind. Each is a single classic script, because a frame with an opaque
 * origin cannot load modules without CORS.
 */
export const previewScripts = (): Plugin => ({
  name: 'bozzetto-preview-scripts',
  resolveId: { filter: { id: /^virtual:preview-scripts$/ }, handler: () => '\0preview-scripts' },
  load: {
    filter: { id: /^\0preview-scripts$/ },
    handler: async () => {
      const [react, tailwind] = await Promise.all([buildReact(), readTailwind()])
      return `export const react = ${JSON.stringify(react)}\nexport const tailwind = ${JSON.stringify(tailwind)}`
    },
  },
})

async function buildReact(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: true,
      lib: { entry: reactEntry, formats: ['iife'], name: 'previewReact' },
    },
  })
  const [{ output } = { output: [] }] = [built].flat() as { output: { code?: string }[] }[]
  const [chunk] = output
  if (chunk?.code === undefined) throw new Error('The React of previews was not built.')
  return chunk.code
}

const readTailwind = async (): Promise<string> =>
  readFile(createRequire(import.meta.url).resolve('@tailwindcss/browser'), 'utf8')
