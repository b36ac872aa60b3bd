/**
 * Returns the ids from one row to another, both included, in the order of the list. Returns only
 * `to` if the list does not contain `from`.
 */
export function findRange(ids: readonly string[], from: string | undefined, to: string): string[] {
  const start = from === undefined ? -1 : ids.indexOf(from)
  const end = ids.indexOf(to)
  if (start < 0 || end < 0) return [to]
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1)
}
