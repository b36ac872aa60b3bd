import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { asRecord, asString, asTexts, isRecord } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'

/** The chunk that an address is drawn by, after its first part; `src/cli/build/place-chunks.ts` names them. */
const chunkNames: Readonly<Record<string, string>> = {
  '': 'studio',
  asset: 'studio',
  chat: 'chat',
  library: 'library',
}

/**
 * Tells of an address which scripts its place loads besides those of every page, as the value of a `Link` header: a
 * browser then asks for them together with the page's own, rather than once that has run.
 *
 * @param root absolute path of the built page. Without the build's manifest in it there is nothing to tell.
 */
export function placePreloads(root: string): (address: string) => Promise<string | undefined> {
  let links: Promise<ReadonlyMap<string, string>> | undefined
  return async (address) => {
    const [, first = ''] = address.split('/')
    const name = Object.hasOwn(chunkNames, first) ? chunkNames[first] : undefined
    if (name === undefined) return undefined
    links ??= readLinks(path.join(root, 'manifest.json'))
    return (await links).get(name)
  }
}

async function readLinks(file: string): Promise<ReadonlyMap<string, string>> {
  const manifest = asRecord(JSON.parse(await readFile(file, 'utf8').catch(() => '{}')))
  const baseKey =
    Object.keys(manifest).find((key) => nameOf(ownValue(manifest, key)) === 'base') ?? ''
  const base = filesOf(manifest, baseKey)
  const links = new Map<string, string>()
  // What the page loads by itself: others may be called the same, after a module in them.
  for (const key of asTexts(asRecord(ownValue(manifest, baseKey))['dynamicImports'])) {
    const name = nameOf(ownValue(manifest, key))
    if (!Object.values(chunkNames).includes(name)) continue
    const files = [...filesOf(manifest, key)].filter((one) => !base.has(one))
    links.set(name, files.map((one) => `</${one}>; rel=modulepreload`).join(', '))
  }
  return links
}

const nameOf = (chunk: unknown): string => asString(asRecord(chunk)['name'])

/** The files of a chunk and of all that it imports. */
function filesOf(manifest: Readonly<Record<string, unknown>>, key: string): ReadonlySet<string> {
  const files = new Set<string>()
  const open = [key]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const chunk = ownValue(manifest, next)
    if (!isRecord(chunk) || files.has(asString(chunk['file']))) continue
    files.add(asString(chunk['file']))
    open.push(...asTexts(chunk['imports']))
  }
  return files
}
