import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * What a first visit to a place has to load before anything else.
 *
 * @param clientFolder absolute path of the built page, with its manifest.
 * @param chunk name of the chunk that draws the place.
 * @param later names of chunks that it loads before it shows what somebody came for.
 * @returns KiB of script (gzip): of the page itself, of these chunks, and of all that any of them imports.
 */
export function firstVisitKib(clientFolder, chunk, later = []) {
  const manifest = JSON.parse(readFileSync(path.join(clientFolder, 'manifest.json'), 'utf8'))
  const seen = new Set()
  const base = keyOf(manifest, 'base')
  // Others may be called the same, after a module in them.
  const place = manifest[base].dynamicImports.find((key) => manifest[key].name === chunk)
  if (place === undefined) throw new Error(`The page loads no chunk ${chunk}.`)
  const open = [base, place, ...later.map((name) => keyOf(manifest, name))]
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

/** Under which the manifest has a chunk of that name. */
function keyOf(manifest, name) {
  const found = Object.keys(manifest).find((key) => manifest[key].name === name)
  if (found === undefined) throw new Error(`The build has no chunk ${name}.`)
  return found
}
