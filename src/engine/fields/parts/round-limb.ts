import { maxFilter } from '../../raster/max-filter.ts'
import { createPlane, type Plane } from '../../raster/plane.ts'
import { weightedBlur } from '../../raster/weighted-blur.ts'

/**
 * Blur (sigma) of the widths along a limb: minimum in nodes, and as a fraction of the limb's
 * radius.
 */
const widthBlur = { least: 1, ofRadius: 0.5 } as const

/**
 * Returns the height profile of a limb that is as thick as wide: a circle over the distance to its
 * rim. Inscribed balls would scallop the rim, because their centres are whole nodes.
 * @param depth distance to the limb's rim, positive within; in cells.
 * @param radius half of its width at its widest point.
 */
export function roundLimb(depth: Plane, radius: number): Float32Array {
  const { width, height } = depth
  const within = createPlane(width, height)
  for (let i = 0; i < depth.data.length; i++) within.data[i] = depth.data[i] > 0 ? 1 : 0
  const widest = maxFilter(depth, Math.ceil(radius))
  const local = weightedBlur(
    widest,
    within,
    Math.max(widthBlur.least, widthBlur.ofRadius * radius),
  ).data
  return depth.data.map((d, i) => {
    const r = Math.max(d, local[i])
    return d > 0 ? Math.sqrt(d * (2 * r - d)) : 0
  })
}
