/**
 * Keeps the first few of a list from outweighing all others. The value of Cormack, Clarke and Büttcher, “Reciprocal
 * Rank Fusion outperforms Condorcet and individual Rank Learning Methods”, SIGIR 2009.
 */
const rankOffset = 60

/** One list of several, each with the best first: what stands high in more of them comes first. */
export function fuseRanks(lists: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>()
  for (const list of lists) {
    for (const [at, key] of list.entries()) {
      scores.set(key, (scores.get(key) ?? 0) + 1 / (rankOffset + at + 1))
    }
  }
  return [...scores].toSorted(([, a], [, b]) => b - a).map(([key]) => key)
}
