import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { getBundlePath, firstLine, isFresh } from './import-source.mjs'

/**
 * Entry modules of the server's worker threads and processes. Tests start dozens of them, and
 * bundles start faster.
 */
const entries = [
  'src/engine/worker.ts',
  'src/server/reading/worker.ts',
  'src/server/files/pictures/picture-process.ts',
  'src/server/workshop/workshop-process.ts',
]

/** Bundles the entries once before the first test, for `importSource`. */
export async function setup(): Promise<void> {
  await Promise.all(entries.map((entry) => bundle(path.resolve(entry))))
}

async function bundle(entry: string): Promise<void> {
  const target = getBundlePath(entry)
  if (isFresh(target)) return
  const made = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: entry,
      write: false,
      minify: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  if (!('output' in made)) throw new Error(`${entry} was not bundled.`)
  const [{ code, moduleIds }] = made.output
  mkdirSync(path.dirname(target), { recursive: true })
  // Writes to another file and renames it, because a process may be reading the current bundle.
  const part = `${target}.${process.pid}`
  writeFileSync(part, firstLine(moduleIds.filter((id) => existsSync(id))) + code)
  renameSync(part, target)
}
