import type { PassageKey } from './passage-vectors.ts'

/** Passages of one document that follow each other: the first and the number of them. */
export type PassageRange = PassageKey & { count: number }

/** Upper bound of passages in one range. */
const countMax = 3

/**
 * Joins neighbouring passages, so that an answer at their border is whole. Passages beyond the
 * number of ranges only extend earlier ones.
 * @param ranked best first.
 */
export function joinPassages(ranked: readonly PassageKey[], rangesMax: number): PassageRange[] {
  const ranges: PassageRange[] = []
  for (const { documentId, position } of ranked) {
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
