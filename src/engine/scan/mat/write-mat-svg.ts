import type { MatName } from '../../scan-params.ts'
import { listBoxes } from './list-boxes.ts'
import { getMat } from './mat-layout.ts'

const margin = 4

/** Writes a mat as a picture, for a screen that lies flat. One unit is a millimetre. */
export function writeMatSvg(name: MatName): string {
  const mat = getMat(name)
  const [width, height] = [mat.halfWidth, mat.halfHeight].map((half) => 2 * (half + margin))
  const left = mat.halfWidth + margin
  const top = mat.halfHeight + margin
  const path = listBoxes(mat)
    .map((box) => {
      const [x, y] = [box.x + left, top - box.y - box.height].map(format)
      return `M${x} ${y}h${format(box.width)}v${format(box.height)}h-${format(box.width)}z`
    })
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${width}v${height}h-${width}z"/><path d="${path}"/></svg>`
}

const format = (value: number): string => String(Number(value.toFixed(3)))
