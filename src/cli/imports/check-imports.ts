// Fails on import cycles between files, on forbidden imports between the top-level folders of
// `src`, and on cycles between the folders inside some of these folders. A linter plugin would need
// three times as long.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findCircles, getFolderGraph, type ImportGraph, readImports } from './import-circles.ts'
import { findForbidden, type RoomRules } from './import-rooms.ts'

/** Folders that the app and its features may import. */
const belowFeatures = [
  'workshop',
  'viewer',
  'model-files',
  'ui',
  'queries',
  'api',
  'contract',
  'languages',
  'lib',
]

const open: RoomRules = {
  app: ['features/*', ...belowFeatures],
  'features/*': belowFeatures,
  workbench: ['ui', 'languages', 'lib'],
  workshop: ['viewer', 'model-files', 'ui', 'languages', 'lib'],
  viewer: ['model-files', 'ui', 'languages', 'lib'],
  'model-files': ['lib'],
  ui: ['languages', 'lib'],
  queries: ['model-files', 'api', 'contract', 'languages', 'lib'],
  api: ['contract', 'languages', 'lib'],
  languages: ['lib'],
  contract: ['lib'],
  lib: [],
  engine: ['lib'],
  server: ['engine', 'model-files', 'contract', 'lib'],
  bench: [
    'app',
    'features/*',
    'workshop',
    'viewer',
    'model-files',
    'engine',
    'server',
    'contract',
    'testing',
    'lib',
  ],
  testing: [],
}

/** Top-level folders whose subfolders must not import each other in a cycle. */
const layeredRooms = [
  'app',
  'features',
  'features/chat',
  'features/chat/markdown',
  'features/library',
  'features/settings',
  'features/studio',
  'workshop',
  'viewer',
  'model-files',
  'ui',
  'queries',
  'api',
  'contract',
  'lib',
  'server',
  'server/chat',
  'server/models',
  'server/providers',
  'server/routes',
  'engine',
  'bench',
]

const imports = readImports(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..'))
const isGood = [
  report('files', imports),
  reportForbidden(),
  ...layeredRooms.map((room) => report(`folders of ${room}`, getFolderGraph(imports, room))),
].every(Boolean)
if (!isGood) process.exitCode = 1

function report(what: string, graph: ImportGraph): boolean {
  const circles = findCircles(graph)
  for (const circle of circles) console.error(`${what} in a circle: ${circle.join(' → ')}`)
  return circles.length === 0
}

function reportForbidden(): boolean {
  const forbidden = findForbidden(imports, open)
  for (const one of forbidden) console.error(`${one}, which is not open to it`)
  return forbidden.length === 0
}
