// Loads TypeScript modules in processes that the server starts during development and tests.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const cache = fileURLToPath(new URL('../../../node_modules/.cache/bozzetto/', import.meta.url))

/**
 * Imports a TypeScript module. Uses the bundle of `bundle-sources.ts` if no source has changed
 * since, because translating each file would be slow.
 * @param {URL} url
 */
export async function importSource(url) {
  const bundle = getBundlePath(fileURLToPath(url))
  if (isFresh(bundle)) return void (await import(pathToFileURL(bundle).href))
  const { register } = await import('tsx/esm/api')
  register()
  await import(url.href)
}

/**
 * Returns the path of the bundle of an entry module.
 * @param {string} entry
 */
export function getBundlePath(entry) {
  const hash = createHash('sha256').update(entry).digest('hex').slice(0, 16)
  return path.join(cache, `${path.basename(entry, '.ts')}-${hash}.mjs`)
}

/**
 * Returns the first line of a bundle, which lists the source files with their size and modification
 * time.
 * @param {string[]} files
 */
export const firstLine = (files) => `// ${JSON.stringify(files.map(getState))}\n`

function getState(file) {
  const { mtimeMs, size } = statSync(file)
  return [file, mtimeMs, size]
}

/**
 * Returns whether a bundle exists and no source has changed since it was built.
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
    return false
  }
}
