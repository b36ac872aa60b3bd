// Runs a process of the server from its TypeScript, in development and tests.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const cache = fileURLToPath(new URL('../../../node_modules/.cache/bozzetto/', import.meta.url))

/**
 * Imports a module in TypeScript. Where tests have bundled it (`bundle-sources.ts`) and nothing has changed since,
 * the bundle is read: a loader that translates file by file takes twice as long as all else that such a process
 * does before its first job.
 *
 * @param {URL} url
 */
export async function importSource(url) {
  const bundle = bundleOf(fileURLToPath(url))
  if (isFresh(bundle)) return void (await import(pathToFileURL(bundle).href))
  const { register } = await import('tsx/esm/api')
  register()
  await import(url.href)
}

/**
 * Where the bundle of a module lies.
 *
 * @param {string} entry
 */
export function bundleOf(entry) {
  const hash = createHash('sha256').update(entry).digest('hex').slice(0, 16)
  return path.join(cache, `${path.basename(entry, '.ts')}-${hash}.mjs`)
}

/**
 * What a bundle begins with: the files that it was made of, and how they were then.
 *
 * @param {string[]} files
 */
export const firstLine = (files) => `// ${JSON.stringify(files.map(stateOf))}\n`

/** @param {string} file */
function stateOf(file) {
  const { mtimeMs, size } = statSync(file)
  return [file, mtimeMs, size]
}

/**
 * Whether a bundle is there, of files that are still as they were.
 *
 * @param {string} bundle
 */
export function isFresh(bundle) {
  if (!existsSync(bundle)) return false
  const text = readFileSync(bundle, 'utf8')
  const line = text.slice(0, text.indexOf('\n') + 1)
  try {
    const files = JSON.parse(line.slice(3)).map(([file]) => file)
    return firstLine(files) === line
  } catch {
    // A file of it is gone.
    return false
  }
}
