import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { buildScript } from './build-script.ts'

const reactEntry = fileURLToPath(
  new URL('../../features/chat/preview/react-frame/main.ts', import.meta.url),
)

/**
 * Builds the scripts that previewed pages may load from this server: React with a compiler for JSX
 * and TypeScript, and Tailwind. Each is a classic script, because a frame with an opaque origin
 * cannot load modules without CORS.
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

const buildReact = (): Promise<string> =>
  buildScript(reactEntry, {
    format: 'iife',
    name: 'previewReact',
    define: { 'process.env.NODE_ENV': '"production"' },
  })

const readTailwind = async (): Promise<string> =>
  readFile(createRequire(import.meta.url).resolve('@tailwindcss/browser'), 'utf8')
