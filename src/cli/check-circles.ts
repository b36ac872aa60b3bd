// Fails on any circle of imports between files, types included, and between the folders of the
// rooms that are listed here.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findCircles, foldersOf, type ImportGraph, readImports } from './import-circles.ts'

/** Rooms whose folders do not import each other in circles. */
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

const imports = readImports(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..'))
const isGood = [
  report('files', imports),
  ...layeredRooms.map((room) => report(`folders of ${room}`, foldersOf(imports, room))),
].every(Boolean)
if (!isGood) process.exitCode = 1

function report(what: string, graph: ImportGraph): boolean {
  const circles = findCircles(graph)
  for (const circle of circles) console.error(`${what} in a circle: ${circle.join(' → ')}`)
  return circles.length === 0
}
