/** Coverage of each pixel by the object, 0 to 255, row by row. */
type Mask = { width: number; height: number; data: ArrayLike<number> }

/**
 * Guide that the front photo's outline provides for another side. `mirrored` shows the mirrored
 * outline, for the back. `heights` shows only the top and bottom of the object, for other sides.
 */
export type Guide = 'mirrored' | 'heights'

export const guideFor = (side: string): Guide =>
  /\bback\b|rear/i.test(side) ? 'mirrored' : 'heights'

/** Returns a bitmap of the guide in the size of the mask: 1 on a line, 0 elsewhere. */
export function drawGuide({ width, height, data }: Mask, guide: Guide): Uint8Array {
  const drawn = new Uint8Array(width * height)
  const thickness = Math.max(1, Math.round(Math.max(width, height) / 250))
  const isThere = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && (data[y * width + x] ?? 0) > 127
  if (guide === 'heights') {
    const rows = Array.from({ length: height }, (_, y) => y).filter((y) =>
      Array.from({ length: width }, (_, x) => x).some((x) => isThere(x, y)),
    )
    for (const y of [rows[0], rows.at(-1)]) {
      if (y === undefined) continue
      for (let row = y; row < Math.min(height, y + thickness); row++) {
        drawn.fill(1, row * width, (row + 1) * width)
      }
    }
    return drawn
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isThere(x, y)) continue
      const isInside =
        isThere(x - thickness, y) &&
        isThere(x + thickness, y) &&
        isThere(x, y - thickness) &&
        isThere(x, y + thickness)
      if (!isInside) drawn[y * width + (width - 1 - x)] = 1
    }
  }
  return drawn
}
