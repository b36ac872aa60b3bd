/** How the canvas is divided: wipes lie over each other, panes beside each other. */
export type Layout = 'wipe' | 'side'

export type Panes = { columns: number; rows: number }

/** Divides a canvas among this many models, along its longer side. */
export function panesFor(count: number, widthPx: number, heightPx: number): Panes {
  if (count >= 4) return { columns: 2, rows: Math.ceil(count / 2) }
  return widthPx >= heightPx ? { columns: count, rows: 1 } : { columns: 1, rows: count }
}

/** A part of the canvas, 0 to 1 from its lower left corner. */
export type Pane = { x: number; y: number; width: number; height: number }

/** The place of a pane, which are counted as one reads. */
export const paneAt = (at: number, { columns, rows }: Panes): Pane => ({
  x: (at % columns) / columns,
  y: 1 - (Math.floor(at / columns) + 1) / rows,
  width: 1 / columns,
  height: 1 / rows,
})

/**
 * By what a picture for the whole canvas is stretched to suit one pane, so that all of the model
 * stays in view.
 *
 * @param aspect of the whole canvas, width by height.
 */
export function stretchFor(aspect: number, { columns, rows }: Panes): { x: number; y: number } {
  const paneAspect = (aspect * rows) / columns
  // The camera stands where the model fits the narrower direction.
  const zoom = Math.min(1, paneAspect) / Math.min(1, aspect)
  return { x: (zoom * aspect) / paneAspect, y: zoom }
}
