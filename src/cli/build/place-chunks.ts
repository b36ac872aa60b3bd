import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const sourceFolder = fileURLToPath(new URL('../..', import.meta.url))

/** Entry module of the page. `places` contains the entry module of each main page. */
const entry = path.join(sourceFolder, 'main.tsx')
const places: readonly (readonly [name: string, id: string])[] = Object.entries({
  chat: 'features/chat/chat.tsx',
  studio: 'features/studio/studio.tsx',
  library: 'features/library/library.tsx',
}).map(([name, file]) => [name, path.join(sourceFolder, file)])
/**
 * Parts that open without a main page and need few modules, so they get chunks without unused
 * modules.
 */
const smallParts = [
  'app/access/sign-in-dialog.tsx',
  'app/access/invitation-page.tsx',
  'features/share/share-page.tsx',
  'features/chat/sharing/shared-chat-page.tsx',
  'features/viewer-page/viewer-page.tsx',
  'features/viewer-page/compare-page.tsx',
].map((file) => path.join(sourceFolder, file))

/** Suffix of the names of chunks that other parts of the app load, too. */
const sharedMark = '-shared'
/**
 * Longest module in a shared chunk, in characters. Longer ones get separate chunks, so that they
 * are not loaded unused.
 */
const sharedLengthMax = 8000
/**
 * Shorter modules, such as icons, are part of every page, because a separate chunk would be larger
 * than the module.
 */
const tinyLengthMax = 700

/**
 * Groups the modules that a page loads statically: common ones, those that several pages share, and
 * those of a single page. By default the bundler creates a chunk for every icon and hook that two
 * parts share: sixty requests for a first visit, each compressed separately.
 */
export function placeChunks(): Rolldown.CodeSplittingGroup[] {
  let chunks: ReadonlyMap<string, string> | undefined
  const sets = listSubsets(places.map(([name]) => name)).map((set) => set.join('-'))
  // A group includes the imports of its modules, so the most shared ones come first.
  const names = ['base', 'part', ...sets.map((set) => set + sharedMark), ...sets]
  return names.map((name) => ({
    debugName: name,
    name: (moduleId, modules) => {
      chunks ??= getChunks(modules)
      return chunks.get(moduleId) === name ? name : null
    },
    ...(name === 'part' && { entriesAware: true }),
  }))
}

/** Returns all non-empty subsets, the largest first, each in the order of `names`. */
const listSubsets = (names: readonly string[]): string[][] =>
  names
    .reduceRight<string[][]>(
      (subsets, name) => [[name], ...subsets.map((subset) => [name, ...subset]), ...subsets],
      [],
    )
    .toSorted((a, b) => b.length - a.length)

function getChunks(modules: Rolldown.ChunkingContext): ReadonlyMap<string, string> {
  const listImports = (id: string) => modules.getModuleInfo(id)?.importedIds ?? []
  const listAllImports = (id: string) => [
    ...listImports(id),
    ...(modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []),
  ]
  const base = reach(entry, listImports)
  /** Modules that the page imports dynamically. */
  const parts = new Set([...base].flatMap(listAllImports).filter((id) => !base.has(id)))
  const chunks = new Map<string, string>()
  for (const [place, placeId] of places) {
    for (const id of reach(placeId, listImports)) {
      const others = chunks.get(id)
      chunks.set(id, others === undefined ? place : `${others}-${place}`)
    }
  }
  const users = new Map<string, number>()
  for (const part of parts) {
    const withoutOthers = (id: string) => listAllImports(id).filter((next) => !parts.has(next))
    for (const id of reach(part, withoutOthers)) users.set(id, (users.get(id) ?? 0) + 1)
  }
  // Modules that all pages need are part of the common chunk.
  const all = places.map(([name]) => name).join('-')
  const small = new Set(smallParts.flatMap((part) => [...reach(part, listImports)]))
  for (const [id, name] of chunks) {
    const length = modules.getModuleInfo(id)?.code?.length ?? 0
    const isShared = name.includes('-') || (users.get(id) ?? 0) > 1
    const isTiny = length <= tinyLengthMax && listImports(id).every((one) => base.has(one))
    if (name === all || (isShared && isTiny)) base.add(id)
    if ((users.get(id) ?? 0) <= name.split('-').length) continue
    chunks.set(id, length > sharedLengthMax || small.has(id) ? 'part' : name + sharedMark)
  }
  for (const id of base) chunks.set(id, 'base')
  return chunks
}

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
