import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const sourceFolder = fileURLToPath(new URL('../..', import.meta.url))

/** What every page begins with, and what each place is entered by. */
const entry = path.join(sourceFolder, 'main.tsx')
const places: readonly (readonly [name: string, id: string])[] = Object.entries({
  chat: 'features/chat/chat.tsx',
  studio: 'features/studio/studio.tsx',
  library: 'features/library/library.tsx',
}).map(([name, file]) => [name, path.join(sourceFolder, file)])
/** Parts that are opened by themselves and need little: none of them loads what it does not use. */
const smallParts = [
  'app/access/sign-in-dialog.tsx',
  'app/access/invitation-page.tsx',
  'features/share/share-page.tsx',
  'features/chat/sharing/shared-chat-page.tsx',
  'features/viewer-page/viewer-page.tsx',
  'features/viewer-page/compare-page.tsx',
].map((file) => path.join(sourceFolder, file))

/**
 * What comes ahead while a page is idle, and is seldom what somebody begins with. The names of the many scripts that
 * each needs would be half a KiB of every first visit; its own imports name them as well, a moment later.
 */
const comeAhead = ['settings', 'temporary-chat', 'command-palette']

/** In the name of a chunk that other parts of the app load, too. */
const sharedMark = '-shared'
/** Characters of a module in such a chunk; a larger one has a chunk that nobody loads in vain. */
const sharedLengthMax = 8000
/** One that is smaller, such as an icon, comes with every page: a chunk of its own would be larger than it. */
const tinyLengthMax = 700

/**
 * Groups the modules that the page or a place loads without being asked to: what every page has, what several
 * places share, and what one place has alone. By itself the bundler makes a chunk of every icon and hook that two
 * parts of the app share: sixty requests for a first visit, each compressed by itself.
 */
export function placeChunks(): Rolldown.CodeSplittingGroup[] {
  let chunks: ReadonlyMap<string, string> | undefined
  const sets = subsetsOf(places.map(([name]) => name)).map((set) => set.join('-'))
  // A group takes along what its modules import, so that what most parts share comes first.
  const names = ['base', 'part', ...sets.map((set) => set + sharedMark), ...sets]
  return names.map((name) => ({
    debugName: name,
    name: (moduleId, modules) => {
      chunks ??= chunksOf(modules)
      return chunks.get(moduleId) === name ? name : null
    },
    ...(name === 'part' && { entriesAware: true }),
  }))
}

/**
 * What is loaded side by side with a script that is imported later.
 *
 * @param host a built script, `file` the one that it imports, and `files` with all that it needs, as `assets/name-hash.js`.
 */
export function namedBeside(host: string, file: string, files: readonly string[]): string[] {
  const isAhead = comeAhead.includes(nameOf(file))
  return files.filter((one) => !comesAlong(host, one) && !(isAhead && one.endsWith('.js')))
}

/**
 * Whether what a script imports later comes with it, or with every page, and need not be named beside it.
 *
 * @param host a built script, and `file` another one.
 */
function comesAlong(host: string, file: string): boolean {
  const [place, name] = [nameOf(host), nameOf(file)]
  if (['base', 'rolldown-runtime'].includes(name)) return true
  const sharers = name.replace(sharedMark, '').split('-')
  return sharers.includes(place) && sharers.every((one) => places.some(([known]) => known === one))
}

const nameOf = (file: string): string => path.basename(file).replace(/-.{8}\.\w+$/, '')

/** All but the empty one, the largest first, each in the order of `names`. */
const subsetsOf = (names: readonly string[]): string[][] =>
  names
    .reduceRight<string[][]>(
      (subsets, name) => [[name], ...subsets.map((subset) => [name, ...subset]), ...subsets],
      [],
    )
    .toSorted((a, b) => b.length - a.length)

/** The name of the chunk of each module that is to be in one of ours. */
function chunksOf(modules: Rolldown.ChunkingContext): ReadonlyMap<string, string> {
  const importsOf = (id: string) => modules.getModuleInfo(id)?.importedIds ?? []
  const importsAtAllOf = (id: string) => [
    ...importsOf(id),
    ...(modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []),
  ]
  const base = reach(entry, importsOf)
  /** What the page loads when somebody goes there, or opens it. */
  const parts = new Set([...base].flatMap(importsAtAllOf).filter((id) => !base.has(id)))
  const chunks = new Map<string, string>()
  for (const [place, placeId] of places) {
    for (const id of reach(placeId, importsOf)) {
      const others = chunks.get(id)
      chunks.set(id, others === undefined ? place : `${others}-${place}`)
    }
  }
  const users = new Map<string, number>()
  for (const part of parts) {
    const withoutOthers = (id: string) => importsAtAllOf(id).filter((next) => !parts.has(next))
    for (const id of reach(part, withoutOthers)) users.set(id, (users.get(id) ?? 0) + 1)
  }
  // What all places need comes with the page.
  const all = places.map(([name]) => name).join('-')
  const small = new Set(smallParts.flatMap((part) => [...reach(part, importsOf)]))
  for (const [id, name] of chunks) {
    const length = modules.getModuleInfo(id)?.code?.length ?? 0
    const isShared = name.includes('-') || (users.get(id) ?? 0) > 1
    const isTiny = length <= tinyLengthMax && importsOf(id).every((one) => base.has(one))
    if (name === all || (isShared && isTiny)) base.add(id)
    if ((users.get(id) ?? 0) <= name.split('-').length) continue
    chunks.set(id, length > sharedLengthMax || small.has(id) ? 'part' : name + sharedMark)
  }
  for (const id of base) chunks.set(id, 'base')
  return chunks
}

/** The ids of a module and of all that it leads to. */
function reach(start: string, importsOf: (id: string) => readonly string[]): Set<string> {
  const seen = new Set<string>()
  const open = [start]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    open.push(...importsOf(id))
  }
  return seen
}
