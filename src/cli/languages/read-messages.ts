import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

/** Areas of the page. Each has a module in `src/languages`, and a file of messages per language. */
export const areas = ['app', 'settings', 'studio', 'library', 'viewer'] as const

export type Area = (typeof areas)[number]

/** English messages of each area, with the file and line where each is used first. */
export type MessagesByArea = Record<Area, Map<string, string>>

/**
 * Reads all English messages from the code: the first argument of `t` and `rich` in files that
 * import them. A message of several areas is listed in `app`, which every page loads.
 * @param root absolute path of the repository.
 * @throws {Error} at a message that is not written as a plain text.
 */
export function readMessages(root: string): MessagesByArea {
  const found: MessagesByArea = {
    app: new Map(),
    settings: new Map(),
    studio: new Map(),
    library: new Map(),
    viewer: new Map(),
  }
  for (const file of listSources(root)) {
    const source = readFileSync(path.join(root, file), 'utf8')
    const area = findArea(source)
    if (area === undefined) continue
    for (const { text, line } of readCalls(file, source)) {
      if (!found[area].has(text)) found[area].set(text, `${file}:${line}`)
    }
  }
  moveShared(found)
  return found
}

function listSources(root: string): string[] {
  return readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|fixture|d)\.tsx?$/.test(file))
    .map((file) => `src/${file.split(path.sep).join('/')}`)
    .toSorted()
}

function findArea(source: string): Area | undefined {
  const [, name] = /from '#languages\/(app|settings|studio|library|viewer)\.ts'/.exec(source) ?? []
  const area = areas.find((known) => known === name)
  // Every area shows the texts that the server and the page share.
  return area ?? (source.includes("language/translate.ts'") ? 'app' : undefined)
}

function readCalls(file: string, source: string): { text: string; line: number }[] {
  const calls: { text: string; line: number }[] = []
  const visitor = new Visitor({
    CallExpression(node) {
      if (node.callee.type !== 'Identifier' || !['t', 'rich'].includes(node.callee.name)) return
      const line = source.slice(0, node.start).split('\n').length
      const [first] = node.arguments
      if (first?.type !== 'Literal' || typeof first.value !== 'string') {
        throw new Error(
          `${file}:${line}: write the message of ${node.callee.name} as a plain text.`,
        )
      }
      calls.push({ text: first.value, line })
    },
  })
  visitor.visit(parseSync(file, source).program)
  return calls
}

function moveShared(found: MessagesByArea): void {
  const counts = new Map<string, number>()
  for (const messages of Object.values(found)) {
    for (const text of messages.keys()) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  for (const [text, count] of counts) {
    if (count === 1) continue
    for (const area of areas) {
      const place = found[area].get(text)
      if (place === undefined) continue
      if (!found.app.has(text)) found.app.set(text, place)
      if (area !== 'app') found[area].delete(text)
    }
  }
}
