/**
 * Faces of a cube cell. Corners 0 to 3 go around the near face at (0,0), (1,0), (1,1), (0,1), and
 * corners 4 to 7 around the far face. Edges 0 to 3 follow the near face, edges 4 to 7 the far face,
 * and edge 8 + c joins corner c to corner c + 4.
 */
const faces = [
  { corners: [0, 1, 2, 3], edges: [0, 1, 2, 3] },
  { corners: [4, 7, 6, 5], edges: [7, 6, 5, 4] },
  { corners: [0, 4, 5, 1], edges: [8, 4, 9, 0] },
  { corners: [1, 5, 6, 2], edges: [9, 5, 10, 1] },
  { corners: [2, 6, 7, 3], edges: [10, 6, 11, 2] },
  { corners: [3, 7, 4, 0], edges: [11, 7, 8, 3] },
]

/**
 * Triangles for each set of inside corners (bit c for corner c), as triples of edges. No triangle
 * has an edge inside a face, so the mesh is closed and every edge has two triangles.
 */
export const cellTriangles: readonly (readonly number[])[] = Array.from({ length: 256 }, (_, set) =>
  traceLoops(set).flatMap(triangulate),
)

function traceLoops(set: number): number[][] {
  const isInside = (corner: number) => ((set >> corner) & 1) === 1
  const next = new Map<number, number>()
  for (const { corners, edges } of faces) {
    for (let k = 0; k < 4; k++) {
      if (!isInside(corners[k]) || isInside(corners[(k + 3) % 4])) continue
      let end = k
      while (isInside(corners[(end + 1) % 4])) end++
      next.set(edges[(k + 3) % 4], edges[end % 4])
    }
  }
  const loops: number[][] = []
  while (next.size > 0) {
    const loop: number[] = []
    let [edge] = next.keys()
    for (let to = next.get(edge); to !== undefined; to = next.get(edge)) {
      next.delete(edge)
      loop.push(edge)
      edge = to
    }
    loops.push(loop)
  }
  return loops
}

function shareFace(a: number, b: number): boolean {
  return faces.some(({ edges }) => edges.includes(a) && edges.includes(b))
}

function triangulate(loop: number[]): number[] {
  const triangles = split(loop)
  if (!triangles) throw new Error(`No triangles for a loop over edges ${loop.join(', ')}.`)
  return triangles
}

function split(loop: number[]): number[] | undefined {
  if (loop.length < 3) return []
  const [first, last] = [loop[0], loop[loop.length - 1]]
  for (let k = 1; k < loop.length - 1; k++) {
    const isBlocked =
      (k > 1 && shareFace(first, loop[k])) || (k < loop.length - 2 && shareFace(loop[k], last))
    if (isBlocked) continue
    const before = split(loop.slice(0, k + 1))
    const after = split(loop.slice(k))
    if (before && after) return [first, loop[k], last, ...before, ...after]
  }
  return undefined
}
