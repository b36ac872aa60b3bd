import type { Plane } from '../../raster/plane.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { Heights } from '../heights.ts'

export function stretchDepth({ front, back }: Heights, factor: number): Heights {
  const stretch = ({ width, height, data }: Plane): Plane => ({
    width,
    height,
    data: data.map((value) => value * factor),
  })
  return { front: stretch(front), back: stretch(back) }
}

/** Scales the heights so that the nearest and the furthest point are `depth` cells apart. */
export function setDepth(heights: Heights, { inside }: GeometryGrid, depth: number): Heights {
  let [nearest, furthest] = [-Infinity, -Infinity]
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    nearest = Math.max(nearest, heights.front.data[i])
    furthest = Math.max(furthest, heights.back.data[i])
  }
  return stretchDepth(heights, depth / Math.max(1e-3, nearest + furthest))
}
