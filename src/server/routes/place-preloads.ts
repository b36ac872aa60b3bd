import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { asRecord, asString, asTexts, isRecord } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'

/**
 * Name of a page's chunk, by the first segment of the page's path. `src/cli/build/place-chunks.ts`
 * sets these names.
 */
const chunkNames: Readonly<Record<string, string>> = {
  '': 'studio',
  asset: 'studio',
  chat: 'chat',
  library: 'library',
}

/** Requests that a page sends before it can show its content, by the name of its chunk. */
const firstRequests: Readonly<Record<string, string>> = {
  studio: '/api/models',
  chat: '/api/models',
}

/**
 * Returns a function that formats the `Link` header for a path. The header lists the scripts that
 * only this page needs and its first request, so that the browser loads them early.
 * @param base path under which a proxy serves the page.
 * @param root absolute path of the built page. Without the build's manifest the function returns
 * `undefined`.
 */
export function placePreloads(
  root: string,
  base = '',
): (address: string) => Promise<string | undefined> {
  let links: Promise<ReadonlyMap<string, string>> | undefined
  return async (address) => {
    const [, first = ''] = address.split('/')
    const name = Object.hasOwn(chunkNames, first) ? chunkNames[first] : undefined
    if (name === undefined) return undefined
    links ??= readLinks(path.join(root, 'manifest.json'), base)
    return (await links).get(name)
  }
}

async function readLinks(file: string, basePath: string): Promise<ReadonlyMap<string, string>> {
  const manifest = asRecord(JSON.parse(await readFile(file, 'utf8').catch(() => '{}')))
  const baseKey =
    Object.keys(manifest).find((key) => getName(ownValue(manifest, key)) === 'base') ?? ''
  const base = getFiles(manifest, baseKey)
  const links = new Map<string, string>()
  // Reads only chunks that the base chunk imports dynamically, because other chunks may contain
  // modules with the same names.
  for (const key of asTexts(asRecord(ownValue(manifest, baseKey))['dynamicImports'])) {
    const name = getName(ownValue(manifest, key))
    if (!Object.values(chunkNames).includes(name)) continue
    const files = [...getFiles(manifest, key)].filter((one) => !base.has(one))
    // The shell needs none of these scripts, so they come after its style and its font.
    const scripts = files.map((one) => `<${basePath}/${one}>; rel=modulepreload; fetchpriority=low`)
    const request = ownValue(firstRequests, name)
    // `crossorigin` stands for the mode of the page's own requests. Otherwise the browser sends a
    // second request.
    const data =
      request === undefined ? [] : [`<${basePath}${request}>; rel=preload; as=fetch; crossorigin`]
    links.set(name, [...data, ...scripts].join(', '))
  }
  return links
}

const getName = (chunk: unknown): string => asString(asRecord(chunk)['name'])

function getFiles(manifest: Readonly<Record<string, unknown>>, key: string): ReadonlySet<string> {
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
