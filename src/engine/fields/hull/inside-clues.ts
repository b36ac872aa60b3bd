import type { LineClues } from './line-clues.ts'

export const clueCount = 39

/** Upper bound of the distance to the axis, in half heights. */
const ratioMax = 3

export type Pair = {
  readonly front: LineClues
  readonly side: LineClues
  readonly likeness: number
  readonly aspects: readonly [number, number]
}

/**
 * @param side clues of the picture from the side: as high as `front`. Their width runs from the
 * object's back to its front.
 */
export function createPair(front: LineClues, side: LineClues): Pair {
  let [difference, sum] = [0, 1e-6]
  for (let y = 0; y < front.height; y++) {
    difference += Math.abs(front.rows[y] - side.rows[y])
    sum += front.rows[y] + side.rows[y]
  }
  const aspects = [front.width, side.width].map((width) => Math.log(width / front.height))
  return { front, side, likeness: difference / sum, aspects: [aspects[0], aspects[1]] }
}

/**
 * Writes the clues of the cell at column `x` of the front and column `z` of the side into `clues`.
 */
// oxlint-disable-next-line max-params -- for each cell
export function describeCell(
  { front, side, likeness, aspects }: Pair,
  x: number,
  y: number,
  z: number,
  clues: Float32Array,
  at: number,
): void {
  const f = y * front.width + x
  const s = y * side.width + z
  const [u, w] = [Math.abs(front.across[f]), Math.abs(side.across[s])]
  const [a, b] = [front.halfWidth[f], side.halfWidth[s]]
  const [frontRow, sideRow] = [front.rows[y], side.rows[y]]
  let k = at
  clues[k++] = u
  clues[k++] = w
  clues[k++] = Math.sqrt(u * u + w * w)
  clues[k++] = Math.max(u, w)
  clues[k++] = side.across[s]
  clues[k++] = a
  clues[k++] = b
  clues[k++] = Math.log((a + 0.01) / (b + 0.01))
  clues[k++] = front.runs[f]
  clues[k++] = side.runs[s]
  clues[k++] = front.aside[f]
  clues[k++] = side.aside[s]
  clues[k++] = front.down[f]
  clues[k++] = side.down[s]
  clues[k++] = front.halfHeight[f]
  clues[k++] = side.halfHeight[s]
  clues[k++] = front.inward[f]
  clues[k++] = side.inward[s]
  clues[k++] = front.thick[f]
  clues[k++] = side.thick[s]
  clues[k++] = frontRow
  clues[k++] = sideRow
  clues[k++] = (frontRow - sideRow) / Math.max(1e-3, frontRow + sideRow)
  clues[k++] = likeness
  clues[k++] = front.fill
  clues[k++] = side.fill
  clues[k++] = aspects[0]
  clues[k++] = aspects[1]
  clues[k++] = y / front.height
  clues[k++] = front.rim[f]
  clues[k++] = side.rim[s]
  clues[k++] = front.shade[f]
  clues[k++] = side.shade[s]
  clues[k++] = front.meanRim
  clues[k++] = side.meanRim
  // Roundness about the horizontal axes, back to front and left to right.
  const [down, sideDown] = [front.down[f], side.down[s]]
  clues[k++] = Math.sqrt(u * u + sideDown * sideDown)
  clues[k++] = Math.sqrt(w * w + down * down)
  clues[k++] = Math.min(ratioMax, (u * a) / (side.halfHeight[s] + 0.01))
  clues[k++] = Math.min(ratioMax, (w * b) / (front.halfHeight[f] + 0.01))
}
