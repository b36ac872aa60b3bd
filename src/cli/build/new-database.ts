import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Plugin } from 'vite'

/**
 * Writes an empty database into the build folder by running the built `new-database.js`. The server
 * copies this database at its first start.
 */
export function newDatabase(): Plugin {
  return {
    name: 'bozzetto-new-database',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    async writeBundle({ dir }) {
      if (!dir) return
      const child = spawn(process.execPath, [path.join(dir, 'new-database.js')], {
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      const [code] = await once(child, 'exit')
      if (code !== 0)
        throw new Error(`The new database could not be made: its maker ended with ${code}.`)
    },
  }
}
