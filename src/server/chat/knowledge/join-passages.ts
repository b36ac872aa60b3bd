import type { PassageKey } from './passage-vectors.ts'

/** Passages of one document that follow each other: the first and the number of them. */
export type PassageRange = PassageKey & { count: number }

/** Number of passages in a range, unless the document ends or another range begins. */
const countMax = 3
/** Upper bound of found passages. Those beyond `rangesMax` only extend ranges. */
const passagesMax = 12
/** Upper bound of ranges: the sources that are added to a question. */
const rangesMax = 6

/**
 * Joins neighbouring passages, so that an answer at their border is whole. Returns about 5,500
 * tokens.
 * @param ranked best first.
 */
export function joinPassages(ranked: readonly PassageKey[]): PassageRange[] {
  const ranges = joinFound(ranked)
  const ranks = new Map(ranked.map((key, at) => [getName(key), at]))
  const getRank = (key: PassageKey) => ranks.get(getName(key)) ?? Infinity
  for (const range of ranges) extend(range, ranges, getRank)
  return ranges
}

const getName = ({ documentId, position }: PassageKey): string => `${documentId} ${position}`

function joinFound(ranked: readonly PassageKey[]): PassageRange[] {
  const ranges: PassageRange[] = []
  let found = 0
  for (const key of ranked) {
    if (found >= passagesMax) break
    const neighbour = ranges.find(
      (range) => range.count < countMax && listNeighbours(range).some((one) => isSame(one, key)),
    )
    if (neighbour) grow(neighbour, key)
    else if (ranges.length < rangesMax) ranges.push({ ...key, count: 1 })
    else continue
    found++
  }
  return ranges
}

/** Adds the neighbours that match the question best, or else the following one. */
function extend(
  range: PassageRange,
  ranges: readonly PassageRange[],
  getRank: (key: PassageKey) => number,
): void {
  while (range.count < countMax) {
    const [best] = listNeighbours(range)
      .filter((key) => key.position >= 0 && !ranges.some((other) => contains(other, key)))
      .toSorted((a, b) => compareRanks(getRank(a), getRank(b)))
    if (!best) return
    grow(range, best)
  }
}

const compareRanks = (a: number, b: number): number => (a === b ? 0 : a - b)

/** Returns the passages after and before a range. Those may be outside of the document. */
const listNeighbours = ({ documentId, position, count }: PassageRange): PassageKey[] => [
  { documentId, position: position + count },
  { documentId, position: position - 1 },
]

function grow(range: PassageRange, key: PassageKey): void {
  range.position = Math.min(range.position, key.position)
  range.count++
}

const isSame = (a: PassageKey, b: PassageKey): boolean =>
  a.documentId === b.documentId && a.position === b.position

const contains = (range: PassageRange, { documentId, position }: PassageKey): boolean =>
  range.documentId === documentId &&
  position >= range.position &&
  position < range.position + range.count
