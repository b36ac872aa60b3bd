import type { FieldGrid } from './field-grid.ts'

/** Parts of the shape smaller than this fraction of the largest part are noise. */
const fractionMin = 0.03

/** Minimum size of a separate object on the mat, as a fraction of the largest part's points. */
const objectFractionMin = 0.08

/**
 * Removes small separate parts of the field, and fills hollows that no photo shows.
 * @param tolerant a larger field with the same grid. A small part is kept if points of this field
 * connect it to a large part.
 * @returns the number of separate objects on the mat.
 */
export function keepParts(grid: FieldGrid, tolerant = grid): number {
  const { field } = grid
  const flood = createFlood(grid)
  const parts = labelParts(grid, flood)
  const joined = tolerant === grid ? parts : labelParts(tolerant, flood)
  const sizes = new Uint32Array(joined.count)
  for (let i = 0; i < field.length; i++) if (field[i] > 0) sizes[joined.labels[i]]++
  const most = sizes.reduce((largest, size) => Math.max(largest, size), 0)
  const objects = countObjects(grid, parts)
  for (let i = 0; i < field.length; i++) {
    if (field[i] > 0 && sizes[joined.labels[i]] < fractionMin * most) field[i] = -0.5
  }
  const outside = new Uint8Array(field.length)
  flood(listBorder(grid), (i) => {
    if (field[i] > 0 || outside[i] !== 0) return false
    outside[i] = 1
    return true
  })
  for (let i = 0; i < field.length; i++) if (field[i] <= 0 && outside[i] === 0) field[i] = 0.3
  return objects
}

/** The part of each point, from 1, or 0 outside the shape. `count` is one more than the parts. */
type Parts = { readonly labels: Int32Array; readonly count: number }

function labelParts({ field }: FieldGrid, flood: Flood): Parts {
  const labels = new Int32Array(field.length)
  let count = 1
  for (let start = 0; start < field.length; start++) {
    if (field[start] <= 0 || labels[start] !== 0) continue
    const label = count++
    flood([start], (i) => {
      if (field[i] <= 0 || labels[i] !== 0) return false
      labels[i] = label
      return true
    })
  }
  return { labels, count }
}

function countObjects({ nx, ny, field }: FieldGrid, { labels, count }: Parts): number {
  const sizes = new Uint32Array(count)
  for (const label of labels) if (label !== 0) sizes[label]++
  const least = objectFractionMin * sizes.reduce((largest, size) => Math.max(largest, size), 0)
  const objects = new Set<number>()
  // Search two layers of points, because a part may lack points in the lowest layer.
  for (let i = 0; i < Math.min(field.length, 2 * nx * ny); i++) {
    if (labels[i] !== 0 && sizes[labels[i]] >= least) objects.add(labels[i])
  }
  return objects.size
}

type Flood = ReturnType<typeof createFlood>

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
 * @returns a function that visits all points reachable from `starts` while `enter` returns true.
 */
function createFlood({ nx, ny, nz, field }: FieldGrid) {
  let stack = new Int32Array(1 << 16)
  let top = 0
  return (starts: readonly number[], enter: (i: number) => boolean): void => {
    const visit = (i: number) => {
      if (!enter(i)) return
      if (top === stack.length) {
        const larger = new Int32Array(Math.min(field.length, stack.length * 2))
        larger.set(stack)
        stack = larger
      }
      stack[top++] = i
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
  }
}
