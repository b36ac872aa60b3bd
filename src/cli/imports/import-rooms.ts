import type { ImportGraph } from './import-circles.ts'

/**
 * The top-level folders that each top-level folder may import. Other files have no restrictions.
 */
export type RoomRules = Readonly<Record<string, readonly string[]>>

/**
 * Returns the forbidden imports between folders. A name that ends in `/*` stands for each
 * subfolder, and these subfolders must not import each other.
 */
export function findForbidden(imports: ImportGraph, rules: RoomRules): string[] {
  const rooms = Object.keys(rules)
  const forbidden: string[] = []
  for (const [file, targets] of imports) {
    const from = getRoom(file, rooms)
    if (!from) continue
    for (const target of targets) {
      const to = getRoom(target, rooms)
      if (!to || to.folder === from.folder || rules[from.name]?.includes(to.name)) continue
      forbidden.push(`${file} imports ${target}`)
    }
  }
  return forbidden
}

function getRoom(
  file: string,
  rooms: readonly string[],
): { name: string; folder: string } | undefined {
  for (const name of rooms) {
    const isEach = name.endsWith('/*')
    const parent = isEach ? name.slice(0, -1) : `${name}/`
    if (!file.startsWith(parent)) continue
    const folder = isEach ? file.split('/', parent.split('/').length).join('/') : name
    return { name, folder }
  }
  return undefined
}
