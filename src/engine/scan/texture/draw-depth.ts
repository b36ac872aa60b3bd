import type { Mesh } from '../../mesh/mesh.ts'
import { project } from '../cameras/lens.ts'
import type { ScanView } from '../scan-view.ts'

export type DepthPicture = {
  readonly width: number
  readonly height: number
  readonly scale: number
  readonly depths: Float32Array
  readonly projected: Float32Array
}

/** Draws the depth of a mesh as seen by a photo's camera, at half the size of the cropped photo. */
export function drawDepth({ positions: p, indices }: Mesh, view: ScanView): DepthPicture {
  const scale = 0.5
  const width = Math.ceil(view.width * scale)
  const height = Math.ceil(view.height * scale)
  const depths = new Float32Array(width * height).fill(Infinity)
  const projected = new Float32Array(p.length)
  for (let k = 0; k < p.length; k += 3) {
    const [u, v, depth] = project(view.lens, view.pose, p[k], p[k + 1], p[k + 2])
    projected[k] = (u - view.left) * scale
    projected[k + 1] = (v - view.top) * scale
    projected[k + 2] = depth
  }
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t] * 3, indices[t + 1] * 3, indices[t + 2] * 3]
    const [ax, ay] = [projected[a], projected[a + 1]]
    const [bx, by] = [projected[b] - ax, projected[b + 1] - ay]
    const [cx, cy] = [projected[c] - ax, projected[c + 1] - ay]
    const area = bx * cy - cx * by
    if (area === 0) continue
    const left = Math.max(0, Math.floor(ax + Math.min(0, bx, cx)))
    const right = Math.min(width - 1, Math.ceil(ax + Math.max(0, bx, cx)))
    const top = Math.max(0, Math.floor(ay + Math.min(0, by, cy)))
    const bottom = Math.min(height - 1, Math.ceil(ay + Math.max(0, by, cy)))
    const depthA = projected[a + 2]
    const [depthB, depthC] = [projected[b + 2] - depthA, projected[c + 2] - depthA]
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const [dx, dy] = [x + 0.5 - ax, y + 0.5 - ay]
        const weightB = (dx * cy - cx * dy) / area
        const weightC = (bx * dy - dx * by) / area
        if (weightB < -0.01 || weightC < -0.01 || weightB + weightC > 1.01) continue
        const depth = depthA + weightB * depthB + weightC * depthC
        const i = y * width + x
        if (depth < depths[i]) depths[i] = depth
      }
    }
  }
  return { width, height, scale, depths, projected }
}
