/** Cards in rows: how many side by side, and how large. All in CSS pixels. */
export type GridLayout = { columns: number; cardWidth: number; rowHeight: number; gap: number }

const cardWidthMin = 176
/** Name, figures, maker: as `AssetCard` sets them. */
const captionHeight = 87
const phoneWidth = 640
/** On a phone two fit at least, however narrow. */
const columnsMin = 2

/** @param width what there is for the grid; 0 before it is known. */
export function gridLayout(width: number): GridLayout {
  const gap = width < phoneWidth ? 12 : 16
  const fitting = Math.floor((width + gap) / (cardWidthMin + gap))
  const columns = Math.max(columnsMin, fitting)
  const cardWidth = Math.max(0, (width - gap * (columns - 1)) / columns)
  return { columns, cardWidth, rowHeight: cardWidth + captionHeight + gap, gap }
}
