import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const sourceFolder = fileURLToPath(new URL('../..', import.meta.url))

/** Entry module of the app, and below the entry modules of the main pages. */
const entry = path.join(sourceFolder, 'main.tsx')
const places: readonly (readonly [name: string, id: string])[] = Object.entries({
  chat: 'features/chat/chat.tsx',
  studio: 'features/studio/studio.tsx',
  library: 'features/library/library.tsx',
}).map(([name, file]) => [name, path.join(sourceFolder, file)])
/**
 * Parts of the app that are shown without a main page. Separate chunks let these parts load few
 * modules.
 */
const smallParts = [
  'app/access/sign-in-dialog.tsx',
  'app/access/invitation-page.tsx',
  'app/access/reset-page.tsx',
  'features/share/share-page.tsx',
  'features/chat/sharing/shared-chat-page.tsx',
  'features/viewer-page/viewer-page.tsx',
  'features/viewer-page/compare-page.tsx',
].map((file) => path.join(sourceFolder, file))

/** Root modules of the page of a shared model and of the view in a frame. */
const embedParts = ['features/share/share-page.tsx', 'workshop/embed/embed-view.tsx'].map((file) =>
  path.join(sourceFolder, file),
)
/** Root modules of the 3D scene, which import three.js. */
const stageParts = ['viewer/stage/scene-root.ts', 'viewer/loading/parse-glb.ts'].map((file) =>
  path.join(sourceFolder, file),
)
const editor = path.join(sourceFolder, 'workshop/editor/editor.tsx')
/** Text below a model in the studio. */
const modelFacts = path.join(sourceFolder, 'features/studio/canvas/model-facts.tsx')
/** Folders of the modules that only pages with a model need. */
const viewFolders = ['viewer', 'workshop'].map((name) => path.join(sourceFolder, name) + path.sep)
/** Root modules of the code that pages load soon after the first view, by page. */
const soonParts: readonly (readonly [place: string, ids: readonly string[]])[] = Object.entries({
  chat: ['features/chat/late-parts.ts', 'features/chat/runs/chat-runtime.ts'],
  studio: ['features/studio/late-parts.ts'],
  all: ['api/connections.ts', 'queries/keep-fresh.ts'],
}).map(([place, files]) => [place, files.map((file) => path.join(sourceFolder, file))])
const isForModel = (id: string): boolean =>
  id === modelFacts || viewFolders.some((folder) => id.startsWith(folder))
/** Folders of the code that only some pages need. */
const pageFolders = ['app', 'features', 'viewer', 'workshop'].map(
  (name) => path.join(sourceFolder, name) + path.sep,
)
/** Chunks that every page can load. */
const commonChunks = ['react', 'base', 'part']
const lateGroups = ['stage', 'view', 'embed', 'bits', 'soon', 'chat-soon', 'studio-soon', 'icons']

/**
 * Modules of React, and of packages that import it. They have a separate chunk, because React
 * creates errors while it is evaluated. With developer tools, V8 then parses the whole chunk a
 * second time.
 */
const reactPattern =
  /[/\\]node_modules[/\\](?:@tanstack|react|react-dom|scheduler|use-sync-external-store|wouter|zustand)[/\\]/

/** Modules of icons, which would have files of 300 bytes. */
const iconPattern = /[/\\]node_modules[/\\]lucide-react[/\\].*[/\\]icons[/\\]/

const sharedMark = '-shared'
/**
 * Maximum length of a module in a shared chunk, in characters. A longer module gets its own chunk,
 * so that only the pages that need the module load it.
 */
const sharedLengthMax = 8000
/**
 * Maximum length in characters of a module that every page's chunk contains as a copy, such as an
 * icon. A separate chunk would be larger than the module.
 */
const tinyLengthMax = 700
/** Maximum length of such a module that at least `manyUsers` parts or pages with a model need. */
const wantedLengthMax = 800
const manyUsers = 5

/**
 * Defines the chunks of the page: modules of all pages, modules that several pages share, and
 * modules of a single page. By default, the bundler creates a chunk for every small module that two
 * parts share, which means sixty requests for a first visit.
 */
export function placeChunks(): Rolldown.CodeSplittingGroup[] {
  let chunks: ReadonlyMap<string, string> | undefined
  const sets = listSubsets(places.map(([name]) => name)).map((set) => set.join('-'))
  // The groups that most pages share come first, because a group also contains the imports of its
  // modules.
  const names = [
    'react',
    'base',
    'part',
    ...sets.map((set) => set + sharedMark),
    ...sets,
    ...lateGroups,
  ]
  return names.map((name) => ({
    debugName: name,
    name: (moduleId, modules) => {
      chunks ??= getChunks(modules)
      return chunks.get(moduleId) === name ? name : null
    },
    ...(name === 'part' && { entriesAware: true, entriesAwareMergeThreshold: 1500 }),
    // Late groups omit their imports, because other code needs some imports without three.js.
    ...(lateGroups.includes(name) && { includeDependenciesRecursively: false }),
  }))
}

/** Returns all non-empty subsets, the largest first. Each subset has the order of `names`. */
const listSubsets = (names: readonly string[]): string[][] =>
  names
    .reduceRight<string[][]>(
      (subsets, name) => [[name], ...subsets.map((subset) => [name, ...subset]), ...subsets],
      [],
    )
    .toSorted((a, b) => b.length - a.length)

/** Returns functions that list the imports of a module, and the modules that import it. */
const followGraph = (modules: Rolldown.ChunkingContext) => ({
  listImports: (id: string) => modules.getModuleInfo(id)?.importedIds ?? [],
  listImporters: (id: string) => modules.getModuleInfo(id)?.importers ?? [],
})

function getChunks(modules: Rolldown.ChunkingContext): ReadonlyMap<string, string> {
  const { listImports, listImporters } = followGraph(modules)
  const getLength = (id: string) => modules.getModuleInfo(id)?.code?.length ?? 0
  const listAllImports = (id: string) => [
    ...listImports(id),
    ...(modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []),
  ]
  const base = reach(entry, listImports)
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
  const all = places.map(([name]) => name).join('-')
  const small = new Set(smallParts.flatMap((part) => [...reach(part, listImports)]))
  // Imports come first, so that a tiny module may import tiny modules.
  for (const [id, name] of [...chunks].toReversed()) {
    const length = getLength(id)
    const count = users.get(id) ?? 0
    const isShared = name.includes('-') || count > 1
    const lengthMax = count < manyUsers ? tinyLengthMax : wantedLengthMax
    const isTiny = length <= lengthMax && listImports(id).every((one) => base.has(one))
    if (name === all || (isShared && isTiny)) base.add(id)
    // Other code loads a part without the place that also imports it.
    const isLoadedAlone = parts.has(id) && places.every(([, placeId]) => placeId !== id)
    if (!isLoadedAlone && count <= name.split('-').length) continue
    chunks.set(id, length > sharedLengthMax || small.has(id) ? 'part' : name + sharedMark)
  }
  for (const id of base) chunks.set(id, reactPattern.test(id) ? 'react' : 'base')
  for (const id of listStage(modules)) if (!chunks.has(id)) chunks.set(id, 'stage')
  const others = smallParts.filter((part) => !embedParts.includes(part))
  const isElsewhere = new Set(others.flatMap((part) => [...reach(part, listImports)]))
  const isInEditor = reach(editor, listImports)
  // Small modules that import only such modules share a chunk. Any page can load it, because it is
  // small.
  const isBit = (id: string): boolean => {
    const needed = reach(id, (one) => (chunks.has(one) ? [] : listImports(one)))
    return [...needed].every((one) =>
      chunks.has(one) ? base.has(one) : getLength(one) <= wantedLengthMax,
    )
  }
  const isOfView = (id: string): boolean =>
    isInEditor.has(id) && viewFolders.some((folder) => id.startsWith(folder))
  const ids = [...embedParts, ...stageParts].flatMap((part) => [...reach(part, listImports)])
  const bits = ids.filter((id) => isBit(id) && (isElsewhere.has(id) || !isOfView(id)))
  for (const id of ids) {
    if (chunks.has(id)) continue
    if (bits.includes(id)) chunks.set(id, 'bits')
    else if (isElsewhere.has(id)) continue
    else if (isOfView(id)) chunks.set(id, 'view')
    else if (!isInEditor.has(id) && getLength(id) <= sharedLengthMax) chunks.set(id, 'embed')
  }
  for (const [id, name] of listSoon(modules, chunks)) {
    if (!small.has(id) && !isInEditor.has(id)) chunks.set(id, name)
  }
  // Pages with a model need few of the other icons.
  for (const id of reach(entry, listAllImports)) {
    if (!iconPattern.test(id) || chunks.has(id) || small.has(id)) continue
    const importers = listImporters(id)
    if (importers.length > 1 && !importers.some(isForModel)) chunks.set(id, 'icons')
  }
  return chunks
}

/**
 * Returns the modules of the 3D scene, so that a first view loads one chunk instead of a dozen.
 * Omits modules that are also imported by code without three.js, because that code would then load
 * three.js.
 */
function listStage(modules: Rolldown.ChunkingContext): Set<string> {
  const { listImports, listImporters } = followGraph(modules)
  const stage = new Set(stageParts.flatMap((part) => [...reach(part, listImports)]))
  const core = [...stage].find((id) => id.endsWith('/three.core.js'))
  const isHeavy = core === undefined ? new Set() : reach(core, listImporters)
  for (let count = 0; count !== stage.size;) {
    count = stage.size
    for (const id of stage) {
      const isLight = (importer: string) => !stage.has(importer) && !isHeavy.has(importer)
      if (listImporters(id).some(isLight)) stage.delete(id)
    }
  }
  return stage
}

/**
 * Returns chunks for the modules that a page loads soon after its first view, and that other code
 * also needs. The bundler would create a chunk for each set of users.
 */
function listSoon(
  modules: Rolldown.ChunkingContext,
  chunks: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const { listImports, listImporters } = followGraph(modules)
  const soon = new Map<string, string>()
  // Every page can load such a module without the code of another page.
  const isForAll = (id: string): boolean => {
    const needed = reach(id, (one) => (chunks.has(one) ? [] : listImports(one)))
    return [...needed].every((one) => {
      const chunk = chunks.get(one)
      return chunk === undefined || commonChunks.includes(chunk)
    })
  }
  for (const [place, roots] of soonParts) {
    const folder = path.join(sourceFolder, 'features', place) + path.sep
    const isElsewhere = (id: string) =>
      !id.startsWith(folder) && pageFolders.some((other) => id.startsWith(other))
    for (const root of roots) {
      const ids = reach(root, listImports)
      for (const id of ids) {
        const users = [...reach(id, listImporters)]
        // The file of the root contains the modules that no other code needs.
        if (chunks.has(id) || users.every((one) => ids.has(one))) continue
        if (!users.some(isElsewhere)) soon.set(id, `${place}-soon`)
        else if (isForAll(id)) soon.set(id, 'soon')
      }
    }
  }
  return soon
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
