/**
 * Where an arrow key, Home or End goes in a grid that wraps.
 *
 * @param from index of the item that has the focus.
 * @returns the index to go to; `undefined` for other keys and at the edges.
 */
export function moveInGrid(
  key: string,
  from: number,
  { count, columns }: { count: number; columns: number },
): number | undefined {
  const last = count - 1
  const isLastRow = Math.floor(from / columns) === Math.floor(last / columns)
  const target = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from - columns,
    // Into a last row that is not full: its end is the nearest.
    ArrowDown: isLastRow ? from + columns : Math.min(from + columns, last),
    Home: 0,
    End: last,
  }[key]
  if (target === undefined || target < 0 || target > last || target === from) return undefined
  return target
}
