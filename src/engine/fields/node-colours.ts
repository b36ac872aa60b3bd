import { blur } from '../raster/blur.ts'
import { labFromLinear } from '../raster/colour-space.ts'
import { mapThree, type ThreePlanes } from '../raster/plane.ts'
import { averageDown } from '../raster/resample.ts'
import { stretch } from '../raster/sample.ts'
import type { GeometryGrid } from './geometry-grid.ts'

/** Returns Lab colours at the grid's nodes, each averaged over about one cell. */
export function sampleNodeColours(linear: ThreePlanes, grid: GeometryGrid): ThreePlanes {
  const { width: cropWidth, height: cropHeight } = linear[0]
  const width = Math.min(cropWidth, grid.width * 2)
  const height = Math.min(cropHeight, grid.height * 2)
  const lab = labFromLinear(mapThree(linear, (plane) => averageDown(plane, width, height)))
  const sigma = Math.max(0.8, (width / grid.width) * 0.7)
  return mapThree(lab, (plane) => stretch(blur(plane, sigma), grid.width, grid.height))
}
