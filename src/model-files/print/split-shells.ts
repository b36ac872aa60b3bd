import type { measureExtent } from '../mesh/extent.ts'
import type { MeshPart } from '../mesh/parts.ts'
import { rebuild } from '../mesh/rebuild.ts'
import { collectEdges, labelShells } from '../mesh/topology.ts'
import { weld, type Welded } from '../mesh/weld.ts'

/** Maximum number of pieces that are arranged on the bed. */
export const piecesMax = 200

/** Separates a model into its shells, the largest first. Cavities stay with their outer shell. */
export function splitShells(parts: readonly MeshPart[]): MeshPart[][] {
  const welded = weld(parts)
  const group = labelShells(welded, collectEdges(welded.indices))
  const boxes = getBoxes(welded, group)
  const ordered = [...boxes].toSorted(([, a], [, b]) => getSize(b) - getSize(a))
  const owners = new Map<number, number>()
  for (const [root, box] of ordered) {
    const outer = ordered.find(
      ([other, around]) => owners.get(other) === other && isWithin(box, around),
    )
    owners.set(root, outer ? outer[0] : root)
  }
  return ordered
    .filter(([root]) => owners.get(root) === root)
    .map(([root]) =>
      rebuild(parts, welded, (triangle) => owners.get(group[triangle] ?? 0) === root),
    )
    .filter((piece) => piece.length > 0)
}

type Box = ReturnType<typeof measureExtent>

function getBoxes({ positions, indices }: Welded, group: Int32Array): Map<number, Box> {
  const boxes = new Map<number, Box>()
  group.forEach((root, triangle) => {
    const box = boxes.get(root) ?? {
      low: [Infinity, Infinity, Infinity],
      high: [-Infinity, -Infinity, -Infinity],
    }
    boxes.set(root, box)
    for (const point of indices.subarray(triangle * 3, triangle * 3 + 3)) {
      for (const axis of [0, 1, 2] as const) {
        const value = positions[point * 3 + axis] ?? 0
        box.low[axis] = Math.min(box.low[axis], value)
        box.high[axis] = Math.max(box.high[axis], value)
      }
    }
  })
  return boxes
}

const getSize = ({ low, high }: Box): number =>
  Math.hypot(...high.map((value, axis) => value - (low[axis] ?? 0)))

const isWithin = (inner: Box, outer: Box): boolean =>
  inner.low.every((value, axis) => value > (outer.low[axis] ?? 0)) &&
  inner.high.every((value, axis) => value < (outer.high[axis] ?? 0))
