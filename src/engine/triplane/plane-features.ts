import type { SceneCodes } from '../networks/network-file.ts'

const axes = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const

/**
 * Samples three planes at points from -1 to 1 by bilinear interpolation and concatenates the
 * features. Values beyond the edge are 0.
 * @param planes of `[1, 3, channels, height, width]`.
 */
export function featuresAt({ data, dims }: SceneCodes, points: Float32Array): Float32Array {
  const [, , channels, height, width] = dims
  const count = points.length / 3
  const all = new Float32Array(count * 3 * channels)
  for (let n = 0; n < count; n++) {
    for (let plane = 0; plane < 3; plane++) {
      const [a, b] = axes[plane]
      const x = ((points[n * 3 + a] + 1) * width - 1) / 2
      const y = ((points[n * 3 + b] + 1) * height - 1) / 2
      const [left, top] = [Math.floor(x), Math.floor(y)]
      for (let corner = 0; corner < 4; corner++) {
        const [px, py] = [left + (corner & 1), top + (corner >> 1)]
        if (px < 0 || py < 0 || px >= width || py >= height) continue
        const weight =
          (corner & 1 ? x - left : left + 1 - x) * (corner >> 1 ? y - top : top + 1 - y)
        const from = plane * channels * height * width + py * width + px
        const to = n * 3 * channels + plane * channels
        for (let c = 0; c < channels; c++) all[to + c] += weight * data[from + c * height * width]
      }
    }
  }
  return all
}
