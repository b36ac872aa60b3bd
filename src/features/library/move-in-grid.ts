/**
 * Where an arrow key, Home or End goes in a grid that wraps.
 *
 * @param from index of the item that has the focus.
 * @param tops distance of each item from the top, in any unit: items of one row share it.
 * @returns the index to go to; `undefined` for other keys and at the edges.
 */
export function moveInGrid(key: string, from: number, tops: readonly number[]): number | undefined {
  const last = tops.length - 1
  const columns = Math.max(1, tops.findLastIndex((top) => top === tops[0]) + 1)
  const target = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from - columns,
    // Into a last row that is not full: its end is the nearest.
    ArrowDown: tops[from] === tops[last] ? from + columns : Math.min(from + columns, last),
    Home: 0,
    End: last,
  }[key]
  if (target === undefined || target < 0 || target > last || target === from) return undefined
  return target
}
