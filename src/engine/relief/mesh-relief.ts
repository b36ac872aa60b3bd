import type { Mesh } from '../mesh/mesh.ts'
import { gradient } from '../raster/gradient.ts'
import type { Relief } from './build-relief.ts'

/**
 * Builds a closed slab: the relief in front, a plane behind, and four flat sides. The long side is
 * 1.
 */
export function meshRelief({ heights }: Relief): Mesh {
  const { width, height, data } = heights
  const size = width * height
  const step = 1 / Math.max(width - 1, height - 1)
  const slope = gradient(heights)
  const positions = new Float32Array(size * 6)
  const normals = new Float32Array(size * 6)
  for (let i = 0; i < size; i++) {
    const x = ((i % width) - (width - 1) / 2) * step
    const y = ((height - 1) / 2 - Math.floor(i / width)) * step
    positions.set([x, y, data[i] * step], i * 3)
    positions.set([x, y, 0], (size + i) * 3)
    const dx = slope.x.data[i]
    const dy = slope.y.data[i]
    const length = Math.sqrt(dx * dx + dy * dy + 1)
    normals.set([-dx / length, dy / length, 1 / length], i * 3)
    normals[(size + i) * 3 + 2] = -1
  }

  const edge = outline(width, height)
  const indices = new Uint32Array((width - 1) * (height - 1) * 12 + edge.length * 6)
  let k = 0
  const triangle = (a: number, b: number, c: number) => {
    indices[k++] = a
    indices[k++] = b
    indices[k++] = c
  }
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      const a = y * width + x
      const b = a + 1
      const c = a + width
      const d = c + 1
      if (Math.abs(data[a] - data[d]) < Math.abs(data[b] - data[c])) {
        triangle(a, c, d)
        triangle(a, d, b)
      } else {
        triangle(a, c, b)
        triangle(b, c, d)
      }
      triangle(size + a, size + b, size + c)
      triangle(size + b, size + d, size + c)
    }
  }
  edge.forEach((a, n) => {
    const b = edge[(n + 1) % edge.length]
    triangle(a, b, size + a)
    triangle(b, size + b, size + a)
  })
  return { positions, normals, indices }
}

function outline(width: number, height: number): number[] {
  const nodes: number[] = []
  for (let x = 0; x < width - 1; x++) nodes.push(x)
  for (let y = 0; y < height - 1; y++) nodes.push(y * width + width - 1)
  for (let x = width - 1; x > 0; x--) nodes.push((height - 1) * width + x)
  for (let y = height - 1; y > 0; y--) nodes.push(y * width)
  return nodes
}
