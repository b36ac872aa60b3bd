import type { GeometryGrid } from '../fields/geometry-grid.ts'
import { wallWithin } from '../fields/implicit.ts'

const outlineMost = 0.98

type Walls = {
  readonly grid: GeometryGrid
  readonly openEnds: Uint8Array
}

/**
 * Moves the vertices of walls outwards to the outline, in place. Marching cubes puts wall vertices
 * just beyond the last inside node.
 * @param points vertices of the mesh, in nodes.
 */
export function placeWalls(points: Float32Array, { grid, openEnds }: Walls): void {
  const { width, inside, phi } = grid
  for (let k = 0; k < points.length; k += 3) {
    const [x, y] = [Math.floor(points[k]), Math.floor(points[k + 1])]
    const axis = points[k] > x ? 0 : 1
    const way = points[k + axis] - (axis === 0 ? x : y)
    if (way === 0) continue
    const first = y * width + x
    const second = first + (axis === 0 ? 1 : width)
    const isForward = inside[first] === 1
    const [within, beyond] = isForward ? [first, second] : [second, first]
    // Do not move a wall where the picture's edge cuts the object, because the outline is outside
    // the picture.
    if (!openEnds[beyond] || phi.data[beyond] >= 0) continue
    const outline = phi.data[within] / (phi.data[within] - phi.data[beyond])
    const further = Math.max(0, Math.min(outlineMost, outline) - wallWithin)
    points[k + axis] += isForward ? further : -further
  }
}
