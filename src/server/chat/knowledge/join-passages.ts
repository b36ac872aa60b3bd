import type { PassageKey } from './passage-vectors.ts'

/** Passages of one document that follow each other: the first and the number of them. */
export type PassageRange = PassageKey & { count: number }

/** Upper bound of passages in one range. */
const countMax = 3

/** Upper bound of passages that the search adds to a question. Those beyond `rangesMax` extend ranges. */
const passagesMax = 12
/** Upper bound of ranges: the sources that are added to a question. */
const rangesMax = 6

/**
 * Joins neighbouring passages, so that an answer at their border is whole. Returns about 4,000
 * tokens.
 * @param ranked best first.
 */
export function joinPassages(ranked: readonly PassageKey[]): PassageRange[] {
  const ranges = joinFound(ranked.slice(0, passagesMax))
  for (const range of ranges) if (range.count === 1) extend(range, ranges, ranked)
  return ranges
}

/** Adds the neighbour that matches the question better, or else the following one. */
function extend(
  range: PassageRange,
  ranges: readonly PassageRange[],
  ranked: readonly PassageKey[],
): void {
  const { documentId, position } = range
  const isFree = (key: PassageKey) => !ranges.some((other) => contains(other, key))
  const neighbour = [...ranked, { documentId, position: position + 1 }].find(
    (key) =>
      key.documentId === documentId && Math.abs(key.position - position) === 1 && isFree(key),
  )
  if (!neighbour) return
  range.position = Math.min(position, neighbour.position)
  range.count = 2
}

const contains = (range: PassageRange, { documentId, position }: PassageKey): boolean =>
  range.documentId === documentId &&
  position >= range.position &&
  position < range.position + range.count

function joinFound(found: readonly PassageKey[]): PassageRange[] {
  const ranges: PassageRange[] = []
  for (const { documentId, position } of found) {
    const neighbours = ranges.filter(
      (range) =>
        range.documentId === documentId &&
        range.count < countMax &&
        (range.position === position + 1 || range.position + range.count === position),
    )
    const [neighbour, other] = neighbours
    if (!neighbour) {
      if (ranges.length < rangesMax) ranges.push({ documentId, position, count: 1 })
      continue
    }
    neighbour.position = Math.min(neighbour.position, position)
    neighbour.count++
    if (other && neighbour.count + other.count <= countMax) {
      neighbour.position = Math.min(neighbour.position, other.position)
      neighbour.count += other.count
      ranges.splice(ranges.indexOf(other), 1)
    }
  }
  return ranges
}
