/** `wipe` draws two models over each other with a border, `side` draws models side by side. */
export type Layout = 'wipe' | 'side'

export type Panes = { columns: number; rows: number }

/** Divides a canvas along its longer side. */
export function panesFor(count: number, widthPx: number, heightPx: number): Panes {
  if (count >= 4) return { columns: 2, rows: Math.ceil(count / 2) }
  return widthPx >= heightPx ? { columns: count, rows: 1 } : { columns: 1, rows: count }
}

/** A part of the canvas, in fractions from the lower left corner. */
export type Pane = { x: number; y: number; width: number; height: number }

export const paneAt = (at: number, { columns, rows }: Panes): Pane => ({
  x: (at % columns) / columns,
  y: 1 - (Math.floor(at / columns) + 1) / rows,
  width: 1 / columns,
  height: 1 / rows,
})

/**
 * Returns the factors by which to stretch a picture of the whole canvas so that one part shows the
 * whole model.
 * @param aspect width / height of the whole canvas.
 * @param freeHeight fraction of a part's height that no caption covers, in the middle.
 */
export function stretchFor(
  aspect: number,
  { columns, rows }: Panes,
  freeHeight = 1,
): { x: number; y: number } {
  const paneAspect = (aspect * rows) / columns
  const zoom = Math.min(freeHeight, paneAspect) / Math.min(1, aspect)
  return { x: (zoom * aspect) / paneAspect, y: zoom }
}
