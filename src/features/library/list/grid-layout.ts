export type GridLayout = { columns: number; cardWidth: number; rowHeight: number; gap: number }

const cardWidthMin = 176
/** Height in CSS pixels. Must equal the height of name and facts in `AssetCard`. */
const captionHeight = 54
const listRowHeight = 57
const phoneWidth = 640
const columnsMin = 2

/**
 * Returns the layout of the grid.
 * @param width width of the grid in CSS pixels; 0 until it is measured.
 * @param isList whether the list shows rows instead of cards.
 */
export function gridLayout(width: number, isList = false): GridLayout {
  if (isList) return { columns: 1, cardWidth: width, rowHeight: listRowHeight, gap: 0 }
  const gap = width < phoneWidth ? 12 : 16
  const fitting = Math.floor((width + gap) / (cardWidthMin + gap))
  const columns = Math.max(columnsMin, fitting)
  const cardWidth = Math.max(0, (width - gap * (columns - 1)) / columns)
  return { columns, cardWidth, rowHeight: cardWidth + captionHeight + gap, gap }
}
