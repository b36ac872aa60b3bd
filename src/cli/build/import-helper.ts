import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const helper = fileURLToPath(new URL('../../ui/layout/import-with-files.ts', import.meta.url))

/** Replaces the function of Vite that imports modules together with the files that they need. */
export function importHelper(): Plugin {
  return {
    name: 'bozzetto-import-helper',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => `export { importWithFiles as __vitePreload } from ${JSON.stringify(helper)}`,
    },
  }
}
