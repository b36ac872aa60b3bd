import type { Mesh } from '../../mesh/mesh.ts'
import type { TexturedMesh } from '../../uv.ts'
import type { Chart } from './cut-charts.ts'

/** Number of texels around each chart that are filled with the chart's colours. */
const margin = 2

type Placed = {
  readonly chart: Chart
  readonly low: readonly [number, number]
  readonly size: readonly [number, number]
  x: number
  y: number
}

export type ChartLayout = {
  readonly mesh: TexturedMesh
  readonly sources: Uint32Array
}

/**
 * Packs charts into a square texture at the largest scale at which all charts fit. Each chart gets
 * its own copies of vertices.
 * @param side of the texture, in texels.
 */
export function layOutCharts(mesh: Mesh, charts: readonly Chart[], side: number): ChartLayout {
  const placed = charts.map((chart) => flatten(mesh, chart))
  placed.sort((a, b) => b.size[1] - a.size[1])
  let scale = findFirstScale(placed, side)
  while (!packRows(placed, scale, side)) scale *= 0.97
  const copies = placed.reduce((sum, { chart }) => sum + chart.triangles.length * 3, 0)
  const sources = new Uint32Array(copies)
  const uvs = new Float32Array(copies * 2)
  const indices = new Uint32Array(mesh.indices.length)
  let count = 0
  for (const { chart, low, x, y } of placed) {
    const renamed = new Map<number, number>()
    const axes = getAxes(chart.axis)
    for (const t of chart.triangles) {
      for (let k = t * 3; k < t * 3 + 3; k++) {
        const vertex = mesh.indices[k]
        let copy = renamed.get(vertex)
        if (copy === undefined) {
          copy = count++
          renamed.set(vertex, copy)
          sources[copy] = vertex
          for (let a = 0; a < 2; a++) {
            const at = (mesh.positions[vertex * 3 + axes[a]] - low[a]) * scale
            uvs[copy * 2 + a] = ((a === 0 ? x : y) + margin + at) / side
          }
        }
        indices[k] = copy
      }
    }
  }
  const used = sources.slice(0, count)
  return {
    mesh: {
      positions: copyRows(mesh.positions, used),
      normals: copyRows(mesh.normals, used),
      indices,
      uvs: uvs.slice(0, count * 2),
      tangents: new Float32Array(),
    },
    sources: used,
  }
}

const getAxes = (axis: number): readonly [number, number] =>
  axis === 0 ? [1, 2] : axis === 1 ? [0, 2] : [0, 1]

function flatten({ positions, indices }: Mesh, chart: Chart): Placed {
  const axes = getAxes(chart.axis)
  const low: [number, number] = [Infinity, Infinity]
  const high: [number, number] = [-Infinity, -Infinity]
  for (const t of chart.triangles) {
    for (let k = t * 3; k < t * 3 + 3; k++) {
      for (let a = 0; a < 2; a++) {
        const value = positions[indices[k] * 3 + axes[a]]
        low[a] = Math.min(low[a], value)
        high[a] = Math.max(high[a], value)
      }
    }
  }
  return { chart, low, size: [high[0] - low[0], high[1] - low[1]], x: 0, y: 0 }
}

function findFirstScale(placed: readonly Placed[], side: number): number {
  const area = placed.reduce((sum, { size }) => sum + size[0] * size[1], 0)
  const longest = placed.reduce((most, { size }) => Math.max(most, ...size), 0)
  return Math.min(side / Math.sqrt(Math.max(area, 1e-9)), (side - 2 * margin) / longest)
}

function packRows(placed: readonly Placed[], scale: number, side: number): boolean {
  let [x, y, rowHeight] = [0, 0, 0]
  for (const one of placed) {
    const width = Math.ceil(one.size[0] * scale) + 2 * margin
    const height = Math.ceil(one.size[1] * scale) + 2 * margin
    if (x + width > side) {
      y += rowHeight
      x = 0
      rowHeight = 0
    }
    if (width > side || y + height > side) return scale < 1e-3
    one.x = x
    one.y = y
    x += width
    rowHeight = Math.max(rowHeight, height)
  }
  return true
}

function copyRows(values: Float32Array, rows: Uint32Array): Float32Array {
  const copied = new Float32Array(rows.length * 3)
  for (let row = 0; row < rows.length; row++) {
    for (let k = 0; k < 3; k++) copied[row * 3 + k] = values[rows[row] * 3 + k]
  }
  return copied
}
