/**
 * Constant of reciprocal rank fusion, which is added to each rank. The usual value of 60 suits
 * lists of a thousand items. For a few dozen items, 60 would rank the end of a bad list above the
 * top of a good list. Source: Cormack, Clarke and Büttcher, “Reciprocal Rank Fusion outperforms
 * Condorcet and individual Rank Learning Methods”, SIGIR 2009.
 */
const rankOffset = 10

/**
 * Merges ranked lists by reciprocal rank fusion. Items that rank high in several lists come first.
 */
export function fuseRanks(lists: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>()
  for (const list of lists) {
    for (const [at, key] of list.entries()) {
      scores.set(key, (scores.get(key) ?? 0) + 1 / (rankOffset + at + 1))
    }
  }
  return [...scores].toSorted(([, a], [, b]) => b - a).map(([key]) => key)
}
