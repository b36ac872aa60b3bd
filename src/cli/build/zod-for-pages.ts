import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const file = fileURLToPath(new URL('../../api/zod-for-pages.ts', import.meta.url))

/**
 * Replaces `zod/mini` in the page by a small implementation. It would be a tenth of a first visit.
 */
export const zodForPages = (): Plugin => ({
  name: 'bozzetto-zod-for-pages',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: { filter: { id: /^zod\/mini$/ }, handler: () => file },
})
