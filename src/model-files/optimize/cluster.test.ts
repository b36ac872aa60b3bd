import { describe, expect, it } from 'vitest'
import { clusterPoints } from './cluster.ts'

function sheet(cells: number) {
  const positions = new Float32Array((cells + 1) ** 2 * 3)
  const indices = new Uint32Array(cells * cells * 6)
  let end = 0
  for (let y = 0; y <= cells; y++) {
    for (let x = 0; x <= cells; x++) {
      const at = y * (cells + 1) + x
      positions.set([x / cells, y / cells, Math.sin((6 * x) / cells) / 10], at * 3)
      if (x === cells || y === cells) continue
      indices.set([at, at + 1, at + cells + 2, at, at + cells + 2, at + cells + 1], end)
      end += 6
    }
  }
  return { positions, indices }
}

describe('clusterPoints', () => {
  it.each([2_000, 20_000])(
    'returns about %i triangles, each with three different points',
    (goal) => {
      const { positions, indices } = sheet(300)
      const left = clusterPoints(positions, indices, goal)
      const count = left.indices.length / 3
      expect(count).toBeGreaterThan(goal * 0.4)
      expect(count).toBeLessThan(goal * 1.2)
      for (let at = 0; at < left.indices.length; at += 3) {
        expect(new Set(left.indices.subarray(at, at + 3)).size).toBe(3)
      }
      expect(Math.max(...left.indices)).toBe(left.points.length - 1)
    },
  )

  it('changes the size of the model by less than a cell', () => {
    const { positions, indices } = sheet(200)
    const { points } = clusterPoints(positions, indices, 5_000)
    const xs = [...points].map((point) => positions[point * 3]!)
    expect(Math.min(...xs)).toBeLessThan(0.05)
    expect(Math.max(...xs)).toBeGreaterThan(0.95)
  })
})
