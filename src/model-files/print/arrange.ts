import { measureExtent, placeParts } from '../mesh/extent.ts'
import type { MeshPart } from '../mesh/parts.ts'

/**
 * Puts pieces side by side on the bed, in centred rows from the back left.
 * @param gap between pieces, in metres.
 */
export function arrange(pieces: readonly (readonly MeshPart[])[], gap: number): MeshPart[] {
  const boxes = pieces.map((piece) => {
    const { low, high } = measureExtent(piece)
    return { piece, low, width: high[0] - low[0], depth: high[2] - low[2] }
  })
  const area = boxes.reduce((sum, { width, depth }) => sum + (width + gap) * (depth + gap), 0)
  const rowMax = Math.max(Math.sqrt(area) * 1.2, ...boxes.map(({ width }) => width))
  let [x, z, rowDepth] = [0, 0, 0]
  const placed = boxes.flatMap(({ piece, low, width, depth }) => {
    if (x > 0 && x + width > rowMax) [x, z, rowDepth] = [0, z + rowDepth + gap, 0]
    const moved = placeParts(piece, 1, [x - low[0], -low[1], z - low[2]])
    x += width + gap
    rowDepth = Math.max(rowDepth, depth)
    return moved
  })
  const { low, high } = measureExtent(placed)
  return placeParts(placed, 1, [-(low[0] + high[0]) / 2, 0, -(low[2] + high[2]) / 2])
}
