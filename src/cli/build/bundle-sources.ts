import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
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

/** Packages with parts that are not JavaScript, and a large package that few jobs import. */
const unbundled = ['sharp', 'libheif-js', 'onnxruntime-web', 'manifold-3d', 'gltf-validator']

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
    // Packages are bundled, too, because reading their files takes most of the time of a start.
    ssr: { noExternal: true, external: unbundled },
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
  const sources = moduleIds.filter((id) => !id.includes('node_modules') && existsSync(id))
  writeFileSync(
    part,
    firstLine([...sources, fileURLToPath(import.meta.url), path.resolve('package-lock.json')]) +
      code,
  )
  renameSync(part, target)
}
