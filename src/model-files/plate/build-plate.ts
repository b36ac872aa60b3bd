import type { Manifold, ManifoldToplevel, Vec3 } from 'manifold-3d/manifold'
import { clamp } from '#lib/clamp.ts'
import type { MeshPart } from '../mesh/parts.ts'
import { layOutPlate, type PlateLayout } from './layout-plate.ts'
import { holeMm, type PlateOptions } from './plate-options.ts'

/** A picture whose pixels become the nodes of a plate. */
export type PlatePicture = {
  aspect: number
  /** Returns the linear luminance (0 to 1) of a grid of pixels, in rows from the top. */
  sample: (columns: number, rows: number) => Float32Array
}

const footHeightMm = 3
/** Overlap of the foot with the plate or its frame, so that both become one body. */
const footOverlapMm = 0.4
const circleSegments = 48
const mmPerMetre = 1000

type PlateTools = { nodesMax: number; startSolids: () => Promise<ManifoldToplevel> }

/**
 * Makes a closed plate: a lithophane, upright and facing z, or a relief, lying on the ground.
 * @throws {UnworkableModelError} with a sentence if the plate is impossible.
 */
export async function buildPlate(
  picture: PlatePicture,
  options: PlateOptions,
  { nodesMax, startSolids }: PlateTools,
): Promise<{ part: MeshPart; pixelsPerMm: number }> {
  const layout = layOutPlate(picture.aspect, options, nodesMax)
  const heights = toHeights(picture.sample(layout.columns, layout.rows), layout, options)
  let plate = bend(mesh(layout, heights, options), options)
  if (options.extra !== 'none') {
    const solids = await startSolids()
    plate = addExtra(plate, { solids, layout, options })
  }
  return { part: place(plate, options), pixelsPerMm: layout.pixelsPerMm }
}

type Surface = { positions: Float32Array; indices: Uint32Array }

function toHeights(luminance: Float32Array, layout: PlateLayout, options: PlateOptions) {
  const { kind, minMm, maxMm, gamma, isInverted, smoothMm } = options
  // Dark pixels are thick in a lithophane, and bright pixels are high in a relief.
  const isDarkHigh = (kind === 'lithophane') !== isInverted
  const heights = luminance.map((value) => {
    const tone = clamp(value, 0, 1) ** (1 / gamma)
    return minMm + (maxMm - minMm) * (isDarkHigh ? 1 - tone : tone)
  })
  const radius = Math.round(smoothMm * layout.pixelsPerMm)
  if (radius < 1) return heights
  const { columns, rows } = layout
  // Two moving averages in a row approximate a Gaussian blur.
  for (let pass = 0; pass < 2; pass++) {
    average(heights, { radius, lines: rows, length: columns, lineStep: columns, step: 1 })
    average(heights, { radius, lines: columns, length: rows, lineStep: 1, step: columns })
  }
  return heights
}

type Lines = { radius: number; lines: number; length: number; lineStep: number; step: number }

function average(values: Float32Array, { radius, lines, length, lineStep, step }: Lines): void {
  const sums = new Float64Array(length + 1)
  for (let line = 0; line < lines; line++) {
    for (let at = 0; at < length; at++) {
      sums[at + 1] = (sums[at] ?? 0) + (values[line * lineStep + at * step] ?? 0)
    }
    for (let at = 0; at < length; at++) {
      const from = Math.max(0, at - radius)
      const to = Math.min(length, at + radius + 1)
      values[line * lineStep + at * step] = ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from)
    }
  }
}

function mesh(layout: PlateLayout, heights: Float32Array, options: PlateOptions): Surface {
  const { xs, ys, columns, rows, firstColumn, firstRow } = layout
  const [across, up] = [xs.length, ys.length]
  const front = across * up
  const rim = 2 * (across + up) - 4
  const positions = new Float32Array((front + rim) * 3)
  const backAt = new Map<number, number>()
  let back = front
  for (let y = 0; y < up; y++) {
    for (let x = 0; x < across; x++) {
      const at = y * across + x
      const [column, row] = [x - firstColumn, y - firstRow]
      const isPicture = column >= 0 && column < columns && row >= 0 && row < rows
      const height = isPicture
        ? (heights[(rows - 1 - row) * columns + column] ?? 0)
        : options.frameThicknessMm
      positions.set([xs[x] ?? 0, ys[y] ?? 0, height], at * 3)
      if (x > 0 && x < across - 1 && y > 0 && y < up - 1) continue
      positions.set([xs[x] ?? 0, ys[y] ?? 0, 0], back * 3)
      backAt.set(at, back++)
    }
  }
  const triangles = 2 * (across - 1) * (up - 1) + 2 * rim + rim - 2
  const indices = new Uint32Array(triangles * 3)
  let used = 0
  const add = (a: number, b: number, c: number) => {
    indices[used++] = a
    indices[used++] = b
    indices[used++] = c
  }
  const addQuad = (...[a, b, c, d]: [number, number, number, number]) => {
    add(a, b, c)
    add(a, c, d)
  }
  const at = (x: number, y: number) => y * across + x
  const behind = (x: number, y: number) => backAt.get(at(x, y)) ?? 0
  const [right, top] = [across - 1, up - 1]
  for (let y = 0; y < top; y++) {
    for (let x = 0; x < right; x++) {
      addQuad(at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1))
    }
    addQuad(behind(0, y + 1), behind(0, y), at(0, y), at(0, y + 1))
    addQuad(behind(right, y), behind(right, y + 1), at(right, y + 1), at(right, y))
    add(behind(1, 0), behind(0, y), behind(0, y + 1))
    add(behind(right - 1, 0), behind(right, y + 1), behind(right, y))
  }
  add(behind(1, 0), behind(0, top), behind(1, top))
  add(behind(right - 1, 0), behind(right - 1, top), behind(right, top))
  for (let x = 0; x < right; x++) {
    addQuad(behind(x, 0), behind(x + 1, 0), at(x + 1, 0), at(x, 0))
    addQuad(behind(x + 1, top), behind(x, top), at(x, top), at(x + 1, top))
    // The back is straight from bottom to top, so it needs no nodes inside.
    if (x > 0 && x < right - 1) {
      addQuad(behind(x, 0), behind(x, top), behind(x + 1, top), behind(x + 1, 0))
    }
  }
  return { positions, indices: indices.subarray(0, used) }
}

/** Bends a plate around a cylinder. The width becomes the length of the arc at the back. */
function bend(surface: Surface, options: PlateOptions): Surface {
  const { positions } = surface
  const middle = options.widthMm / 2
  const turn = toTurn(options)
  for (let at = 0; at < positions.length; at += 3) {
    const x = (positions[at] ?? 0) - middle
    const z = positions[at + 2] ?? 0
    const [bentX, bentZ] = turn(x, z)
    positions[at] = bentX
    positions[at + 2] = bentZ
  }
  return surface
}

const toTurn = ({ bendDegrees, widthMm }: PlateOptions) => {
  const angle = (bendDegrees * Math.PI) / 180
  const radius = angle > 0 ? widthMm / angle : Infinity
  return (x: number, z: number): [number, number] =>
    angle === 0
      ? [x, z]
      : [(radius + z) * Math.sin(x / radius), (radius + z) * Math.cos(x / radius) - radius]
}

type ExtraParts = { solids: ManifoldToplevel; layout: PlateLayout; options: PlateOptions }

function addExtra(plate: Surface, { solids, layout, options }: ExtraParts): Surface {
  const { Manifold, Mesh } = solids
  const body = Manifold.ofMesh(
    new Mesh({ numProp: 3, vertProperties: plate.positions, triVerts: plate.indices }),
  )
  const made =
    options.extra === 'foot'
      ? Manifold.union(body, createFoot(solids, { layout, options }))
      : Manifold.difference([body, ...createHoles(solids, { layout, options })])
  const { vertProperties, triVerts } = made.getMesh()
  return { positions: vertProperties, indices: triVerts }
}

type Measures = Pick<ExtraParts, 'layout' | 'options'>

function createFoot({ Manifold }: ManifoldToplevel, { layout, options }: Measures): Manifold {
  const { widthMm, maxMm, frameMm, frameThicknessMm } = options
  const depth = Math.max(15, (layout.ys.at(-1) ?? 0) / 4)
  const middle = (frameMm > 0 ? frameThicknessMm : maxMm) / 2
  const size: Vec3 = [widthMm, footHeightMm + footOverlapMm, depth]
  return Manifold.cube(size).translate([-widthMm / 2, -footHeightMm, middle - depth / 2])
}

function createHoles({ Manifold }: ManifoldToplevel, { layout, options }: Measures): Manifold[] {
  const { widthMm, frameMm, frameThicknessMm, bendDegrees } = options
  const y = (layout.ys.at(-1) ?? 0) - frameMm / 2
  const turn = toTurn(options)
  // Longer holes would reach the other side of a plate that is bent to a tube.
  const long = frameThicknessMm + 2
  return [-1, 1].map((side) => {
    const x = side * (widthMm / 2 - frameMm / 2)
    const [bentX, bentZ] = turn(x, frameThicknessMm / 2)
    const degrees = bendDegrees === 0 ? 0 : (x / widthMm) * bendDegrees
    return Manifold.cylinder(long, holeMm / 2, holeMm / 2, circleSegments, true)
      .rotate([0, degrees, 0])
      .translate([bentX, y, bentZ])
  })
}

function place({ positions, indices }: Surface, { kind }: PlateOptions): MeshPart {
  const placed = new Float32Array(positions.length)
  const lowest = findLowest(positions, 1)
  for (let at = 0; at < positions.length; at += 3) {
    const x = (positions[at] ?? 0) / mmPerMetre
    const y = ((positions[at + 1] ?? 0) - lowest) / mmPerMetre
    const z = (positions[at + 2] ?? 0) / mmPerMetre
    placed.set(kind === 'relief' ? [x, z, -y] : [x, y, z], at)
  }
  return { positions: placed, indices, material: 0 }
}

function findLowest(positions: Float32Array, axis: number): number {
  let lowest = Infinity
  for (let at = axis; at < positions.length; at += 3) {
    lowest = Math.min(lowest, positions[at] ?? 0)
  }
  return lowest
}
