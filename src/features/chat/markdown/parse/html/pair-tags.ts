import type { Tag } from './tags.ts'

const alone = new Set(['img', 'source'])

/**
 * Returns the index of the closing tag for each opening tag; a void tag maps to itself. Uses a
 * single pass, because an answer may repeat `<b>` thousands of times.
 *
 * @param tags the inline tags at their positions.
 */
export function pairTags(tags: readonly (Tag | undefined)[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  const open = new Map<string, number[]>()
  for (const [at, tag] of tags.entries()) {
    if (!tag) continue
    const starts = open.get(tag.name) ?? []
    open.set(tag.name, starts)
    if (alone.has(tag.name)) ends.set(at, at)
    else if (!tag.isClosing) starts.push(at)
    else {
      const start = starts.pop()
      if (start !== undefined) ends.set(start, at)
    }
  }
  return ends
}
