/**
 * A growing list kept in slices of `groupSize`, of which only the last ever changes identity. A list
 * that is drawn slice by slice with memoised parts costs the same to grow however long it is.
 */
export type Groups<T> = readonly (readonly T[])[]

export const groupSize = 32

/** `groups` with `items` at its end. Slices that were full are the same objects as before. */
export function append<T>(groups: Groups<T>, items: readonly T[]): Groups<T> {
  if (items.length === 0) return groups
  const last = groups.at(-1)
  const hasRoom = last !== undefined && last.length < groupSize
  const grown = hasRoom ? groups.slice(0, -1) : groups.slice()
  const rest = hasRoom ? [...last, ...items] : items
  for (let at = 0; at < rest.length; at += groupSize) grown.push(rest.slice(at, at + groupSize))
  return grown
}
