import { blur } from '../raster/blur.ts'
import { labFromLinear } from '../raster/colour-space.ts'
import { mapThree, type ThreePlanes } from '../raster/plane.ts'
import { resample } from '../raster/resample.ts'
import { stretch } from '../raster/sample.ts'
import type { GeometryGrid } from './geometry-grid.ts'

const analysisSide = 640

/** Lab colours at the grid's nodes, each the mean of about one cell. */
export function sampleNodeColours(linear: ThreePlanes, grid: GeometryGrid): ThreePlanes {
  const { width: cropWidth, height: cropHeight } = linear[0]
  const scale = Math.max(
    grid.cellsPerPixel,
    Math.min(1, analysisSide / Math.max(cropWidth, cropHeight)),
  )
  const width = Math.min(cropWidth, Math.round(cropWidth * scale))
  const height = Math.round((cropHeight * width) / cropWidth)
  const lab = labFromLinear(mapThree(linear, (plane) => resample(plane, width, height)))
  const sigma = Math.max(0.8, (width / grid.width) * 0.7)
  return mapThree(lab, (plane) => stretch(blur(plane, sigma), grid.width, grid.height))
}
