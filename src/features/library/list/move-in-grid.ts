type Grid = { count: number; columns: number; isRightToLeft?: boolean }

/**
 * Returns the index to which an arrow key, Home or End moves the focus in a grid. Returns
 * `undefined` for other keys and at the edges.
 */
export function moveInGrid(
  key: string,
  from: number,
  { count, columns, isRightToLeft = false }: Grid,
): number | undefined {
  const last = count - 1
  const isLastRow = Math.floor(from / columns) === Math.floor(last / columns)
  const target = {
    ArrowLeft: isRightToLeft ? from + 1 : from - 1,
    ArrowRight: isRightToLeft ? from - 1 : from + 1,
    ArrowUp: from - columns,
    // The last row may have no item in this column.
    ArrowDown: isLastRow ? from + columns : Math.min(from + columns, last),
    Home: 0,
    End: last,
  }[key]
  if (target === undefined || target < 0 || target > last || target === from) return undefined
  return target
}
