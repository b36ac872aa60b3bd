import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

/** Imports of each file or folder. Paths are relative to the root of the sources. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

const isSource = (name: string): boolean => /\.(?:ts|tsx|mjs)$/.test(name)
const isTest = (name: string): boolean => /\.(?:test|fixture)\.tsx?$/.test(name)

/**
 * Reads the imports of all source files in `root`, both relative imports and imports with `#`,
 * including type imports and dynamic imports.
 * @throws {SyntaxError} if a file cannot be parsed.
 */
export function readImports(root: string): ImportGraph {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(isSource).toSorted()
  return new Map(
    files.map((file) => {
      const targets = listSpecifiers(file, readFileSync(path.join(root, file), 'utf8'))
        .map((specifier) => resolve(file, specifier))
        .filter((target) => target !== undefined && existsSync(path.join(root, target)))
      return [toPosix(file), new Set(targets.filter((target) => target !== undefined))]
    }),
  )
}

function listSpecifiers(file: string, source: string): string[] {
  const { program, module, errors } = parseSync(file, source)
  if (errors[0]) throw new SyntaxError(`${file}: ${errors[0].message}`)
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
  ]
  // Parse only files with dynamic imports, because transferring the syntax tree from the parser is
  // slow.
  if (source.includes('import(')) {
    new Visitor({
      ImportExpression: ({ source: asked }) => {
        if (asked.type === 'Literal') specifiers.push(String(asked.value))
      },
      TSImportType: ({ source: asked }) => {
        specifiers.push(asked.value)
      },
    }).visit(program)
  }
  return specifiers
}

function resolve(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (!specifier.startsWith('.')) return undefined
  return toPosix(path.join(path.dirname(importer), specifier))
}

const toPosix = (file: string): string => file.split(path.sep).join('/')

/**
 * Returns the imports between the subfolders of `room`. A file directly inside `room` is a separate
 * node, and tests and fixtures are ignored.
 */
export function getFolderGraph(imports: ImportGraph, room: string): ImportGraph {
  const folders = new Map<string, Set<string>>()
  for (const [file, targets] of imports) {
    if (!file.startsWith(`${room}/`) || isTest(file)) continue
    const from = folderIn(room, file)
    const known = folders.get(from) ?? new Set()
    folders.set(from, known)
    for (const target of targets) {
      if (!target.startsWith(`${room}/`)) continue
      const to = folderIn(room, target)
      if (to !== from) known.add(to)
    }
  }
  return folders
}

const folderIn = (room: string, file: string): string =>
  file
    .slice(room.length + 1)
    .split('/', 1)
    .join()

/**
 * Finds groups of files or folders that import each other, and returns a shortest cycle of each
 * group. The first entry of a cycle is repeated at its end.
 */
export function findCircles(graph: ImportGraph): string[][] {
  const circles: string[][] = []
  const done = new Set<string>()
  for (const start of graph.keys()) {
    if (done.has(start)) continue
    const circle = shortestCircle(graph, start)
    if (!circle) continue
    circles.push(circle)
    for (const node of circle) done.add(node)
  }
  return circles
}

function shortestCircle(graph: ImportGraph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) {
        const circle = [start]
        for (let at: string | undefined = node; at !== undefined; at = cameFrom.get(at)) {
          circle.unshift(at)
          if (at === start) break
        }
        return circle
      }
      if (cameFrom.has(next)) continue
      cameFrom.set(next, node)
      queue.push(next)
    }
  }
  return undefined
}
