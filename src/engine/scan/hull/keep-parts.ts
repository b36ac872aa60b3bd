import type { FieldGrid } from './field-grid.ts'

/** Parts of the shape smaller than this fraction of the largest part are noise. */
const fractionMin = 0.03

/** Minimum size of a separate object on the mat, as a fraction of the largest part's points. */
const objectFractionMin = 0.08

/**
 * Removes small separate parts of the field, and fills hollows that no photo shows.
 * @returns the number of separate objects on the mat.
 */
export function keepParts(grid: FieldGrid): number {
  const { field } = grid
  const labels = new Int32Array(field.length)
  const sizes = [0]
  const flood = createFlood(grid)
  for (let start = 0; start < field.length; start++) {
    if (field[start] <= 0 || labels[start] !== 0) continue
    const label = sizes.length
    const size = flood([start], (i) => {
      if (field[i] <= 0 || labels[i] !== 0) return false
      labels[i] = label
      return true
    })
    sizes.push(size)
  }
  const most = sizes.reduce((largest, size) => Math.max(largest, size), 0)
  const least = fractionMin * most
  const objects = new Set<number>()
  // Search two layers of points, because a part may lack points in the lowest layer.
  for (let i = 0; i < Math.min(field.length, 2 * grid.nx * grid.ny); i++) {
    if (sizes[labels[i]] >= objectFractionMin * most && labels[i] !== 0) objects.add(labels[i])
  }
  for (let i = 0; i < field.length; i++) {
    if (labels[i] !== 0 && sizes[labels[i]] < least) field[i] = -0.5
  }
  labels.fill(0)
  flood(listBorder(grid), (i) => {
    if (field[i] > 0 || labels[i] !== 0) return false
    labels[i] = 1
    return true
  })
  for (let i = 0; i < field.length; i++) if (field[i] <= 0 && labels[i] === 0) field[i] = 0.3
  return objects.size
}

function listBorder({ nx, ny, nz }: FieldGrid): number[] {
  const border: number[] = []
  for (let z = 0; z < nz; z++) {
    for (let y = 0; y < ny; y++) {
      for (let x = 0; x < nx; x++) {
        const isSide = x === 0 || y === 0 || x === nx - 1 || y === ny - 1
        if (isSide || z === nz - 1) border.push((z * ny + y) * nx + x)
      }
    }
  }
  return border
}

/**
 * Creates a flood fill over the six neighbours of each point.
 * @returns a function that visits all points reachable from `starts` while `enter` returns true,
 * and counts the visited points.
 */
function createFlood({ nx, ny, nz, field }: FieldGrid) {
  let stack = new Int32Array(1 << 16)
  let top = 0
  return (starts: readonly number[], enter: (i: number) => boolean): number => {
    let count = 0
    const visit = (i: number) => {
      if (!enter(i)) return
      if (top === stack.length) {
        const larger = new Int32Array(Math.min(field.length, stack.length * 2))
        larger.set(stack)
        stack = larger
      }
      stack[top++] = i
      count++
    }
    for (const start of starts) visit(start)
    while (top > 0) {
      const i = stack[--top]
      const x = i % nx
      const y = Math.floor(i / nx) % ny
      const z = Math.floor(i / (nx * ny))
      if (x > 0) visit(i - 1)
      if (x < nx - 1) visit(i + 1)
      if (y > 0) visit(i - nx)
      if (y < ny - 1) visit(i + nx)
      if (z > 0) visit(i - nx * ny)
      if (z < nz - 1) visit(i + nx * ny)
    }
    return count
  }
}
