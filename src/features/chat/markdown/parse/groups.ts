/**
 * A growing list in slices of `groupSize`; only the last slice changes identity. With memoized
 * slices, the cost of rendering an addition does not depend on the length.
 */
export type Groups<T> = readonly (readonly T[])[]

export const groupSize = 32

/** Returns `groups` with `items` appended. Full slices keep their identity. */
export function append<T>(groups: Groups<T>, items: readonly T[]): Groups<T> {
  if (items.length === 0) return groups
  const last = groups.at(-1)
  const hasRoom = last !== undefined && last.length < groupSize
  const grown = hasRoom ? groups.slice(0, -1) : groups.slice()
  const rest = hasRoom ? [...last, ...items] : items
  for (let at = 0; at < rest.length; at += groupSize) grown.push(rest.slice(at, at + groupSize))
  return grown
}
