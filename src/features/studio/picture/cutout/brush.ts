import { clamp } from '#lib/clamp.ts'

/** One stroke of the brush. Lengths are in pixels of the picture. */
export type BrushStroke = {
  mode: 'add' | 'erase'
  radiusPx: number
  /** Coordinates x, y, x, y … of the stroke. A single point draws a dot. */
  points: readonly number[]
  /** Set for a lasso: fills the enclosed area, without a line. */
  isFilled?: true
}

/** Box in pixels. Left and top are inclusive, right and bottom exclusive. */
export type MaskBox = { left: number; top: number; right: number; bottom: number }

/** Coverage of each pixel by the object, 0 to 255, row by row. */
export type Mask = { width: number; height: number; data: Uint8Array }

export type StrokeSegment = Omit<BrushStroke, 'points' | 'isFilled'> & {
  from: readonly [number, number]
  to: readonly [number, number]
}

/**
 * Draws one segment of a stroke with round ends and an edge that is one pixel soft. Drawing a
 * segment twice changes nothing, so a stroke drawn live equals the same stroke drawn later.
 * @param ceiling the maximum of each pixel when adding.
 * @returns the area that may have changed.
 */
export function paintSegment(
  mask: Mask,
  { mode, radiusPx, from, to }: StrokeSegment,
  ceiling?: Uint8Array,
): MaskBox {
  const { width, height } = mask
  const lay = laying(mask, mode, ceiling)
  const reach = radiusPx + 1
  const box: MaskBox = {
    left: clamp(Math.floor(Math.min(from[0], to[0]) - reach), 0, width),
    top: clamp(Math.floor(Math.min(from[1], to[1]) - reach), 0, height),
    right: clamp(Math.ceil(Math.max(from[0], to[0]) + reach), 0, width),
    bottom: clamp(Math.ceil(Math.max(from[1], to[1]) + reach), 0, height),
  }
  const dx = to[0] - from[0]
  const dy = to[1] - from[1]
  const lengthSquared = dx * dx + dy * dy
  for (let y = box.top; y < box.bottom; y++) {
    // Coordinates refer to pixel corners, but distances are measured from pixel centres.
    const py = y + 0.5 - from[1]
    for (let x = box.left; x < box.right; x++) {
      const px = x + 0.5 - from[0]
      const along = lengthSquared === 0 ? 0 : clamp((px * dx + py * dy) / lengthSquared, 0, 1)
      const distance = Math.hypot(px - along * dx, py - along * dy)
      const covered = clamp(radiusPx + 0.5 - distance, 0, 1) * 255
      if (covered === 0) continue
      lay(y * width + x, covered)
    }
  }
  return box
}

/**
 * Returns a function that draws one pixel, so that overlapping segments of a stroke do not add up.
 */
const laying =
  ({ data }: Mask, mode: BrushStroke['mode'], ceiling?: Uint8Array) =>
  (pixel: number, covered: number): void => {
    const held = data[pixel] ?? 0
    data[pixel] =
      mode === 'add'
        ? Math.max(held, Math.min(covered, ceiling?.[pixel] ?? 255))
        : Math.min(held, 255 - covered)
  }

export function paintStroke(mask: Mask, stroke: BrushStroke, ceiling?: Uint8Array): void {
  const { points, isFilled, ...brush } = stroke
  if (isFilled) return fillShape(mask, stroke, ceiling)
  const [x = 0, y = 0] = points
  let from: readonly [number, number] = [x, y]
  if (points.length <= 2) paintSegment(mask, { ...brush, from, to: from }, ceiling)
  for (let i = 2; i + 1 < points.length; i += 2) {
    const to = [points[i] ?? 0, points[i + 1] ?? 0] as const
    paintSegment(mask, { ...brush, from, to }, ceiling)
    from = to
  }
}

const linesInRow = 4

/** Fills a closed polygon, which may intersect itself, by the nonzero rule. */
function fillShape(mask: Mask, { mode, points }: BrushStroke, ceiling?: Uint8Array) {
  const { width, height } = mask
  const lay = laying(mask, mode, ceiling)
  const heights = points.filter((_, at) => at % 2 === 1)
  const top = clamp(Math.floor(Math.min(...heights)), 0, height)
  const bottom = clamp(Math.ceil(Math.max(...heights)), 0, height)
  const coverage = new Float32Array(width)
  for (let y = top; y < bottom; y++) {
    coverage.fill(0)
    for (let line = 0; line < linesInRow; line++) {
      for (const [from, to] of spansAt(points, y + (line + 0.5) / linesInRow)) {
        cover(coverage, clamp(from, 0, width), clamp(to, 0, width))
      }
    }
    for (let x = 0; x < width; x++) {
      const covered = ((coverage[x] ?? 0) / linesInRow) * 255
      if (covered === 0) continue
      lay(y * width + x, covered)
    }
  }
}

/** Returns the intervals of a horizontal line inside the polygon, by the nonzero rule. */
function spansAt(points: readonly number[], y: number): (readonly [number, number])[] {
  const crossings: { x: number; turn: 1 | -1 }[] = []
  for (let at = 0; at + 1 < points.length; at += 2) {
    const [x0 = 0, y0 = 0] = [points[at], points[at + 1]]
    const next = (at + 2) % points.length
    const [x1 = 0, y1 = 0] = [points[next], points[next + 1]]
    if (y0 <= y === y1 <= y) continue
    crossings.push({ x: x0 + ((y - y0) / (y1 - y0)) * (x1 - x0), turn: y1 > y0 ? 1 : -1 })
  }
  crossings.sort((a, b) => a.x - b.x)
  let winding = 0
  return crossings.flatMap(({ x, turn }, at) => {
    winding += turn
    const end = crossings[at + 1]
    return winding !== 0 && end ? [[x, end.x] as const] : []
  })
}

function cover(coverage: Float32Array, from: number, to: number): void {
  for (let x = Math.floor(from); x < to; x++) {
    coverage[x] = (coverage[x] ?? 0) + Math.max(0, Math.min(to, x + 1) - Math.max(from, x))
  }
}
