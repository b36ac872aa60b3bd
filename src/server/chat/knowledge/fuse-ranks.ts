/**
 * Added to each rank, so that the top ranks of one list do not outweigh the other lists. Cormack,
 * Clarke and Büttcher (“Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning
 * Methods”, SIGIR 2009) merge lists of a thousand items with 60. With a few dozen items that lets
 * the tail of a bad list push out the top of a good one.
 */
const rankOffset = 10

/** Merges ranked lists into one: items that rank high in several lists come first. */
export function fuseRanks(lists: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>()
  for (const list of lists) {
    for (const [at, key] of list.entries()) {
      scores.set(key, (scores.get(key) ?? 0) + 1 / (rankOffset + at + 1))
    }
  }
  return [...scores].toSorted(([, a], [, b]) => b - a).map(([key]) => key)
}
