import type { PassageKey } from './passage-vectors.ts'

/** Consecutive passages of one document: the first passage and their number. */
export type PassageRange = PassageKey & { count: number }

/** Maximum number of passages in a range. */
const countMax = 3
/**
 * Maximum number of found passages that are used. Once there are `rangesMax` ranges, further
 * passages only extend ranges.
 */
const passagesMax = 12
/** Maximum number of ranges of passages. Each range is a source that is added to the question. */
const rangesMax = 6

/**
 * Joins neighbouring passages, because an answer may cross their border. Returns about 5,500 tokens
 * of text.
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
