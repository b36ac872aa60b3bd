import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * Measures the scripts that a first visit to a page loads.
 * @param clientFolder absolute path of the built page, with its manifest.
 * @param chunk name of the page's chunk.
 * @param later names of chunks that the page also loads before it shows its content.
 * @returns KiB of scripts (gzip): the chunk of all pages, the named chunks, and their imports.
 */
export function firstVisitKib(clientFolder, chunk, later = []) {
  const manifest = JSON.parse(readFileSync(path.join(clientFolder, 'manifest.json'), 'utf8'))
  const seen = new Set()
  const base = getKey(manifest, 'base')
  // Search only the dynamic imports of the common chunk, because other chunks can have the same
  // name.
  const place = manifest[base].dynamicImports.find((key) => manifest[key].name === chunk)
  if (place === undefined) throw new Error(`The page loads no chunk ${chunk}.`)
  const open = [base, place, ...later.map((name) => getKey(manifest, name))]
  let bytes = 0
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (seen.has(key)) continue
    seen.add(key)
    const { file, imports = [] } = manifest[key]
    bytes += gzipSync(readFileSync(path.join(clientFolder, file)), { level: 9 }).length
    open.push(...imports)
  }
  return bytes / 1024
}

function getKey(manifest, name) {
  const found = Object.keys(manifest).find((key) => manifest[key].name === name)
  if (found === undefined) throw new Error(`The build has no chunk ${name}.`)
  return found
}
