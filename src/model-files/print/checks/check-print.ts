import { measureExtent } from '../../mesh/extent.ts'
import type { MeshPart } from '../../mesh/parts.ts'
import { analyzeTopology } from '../../mesh/topology.ts'
import { weld } from '../../mesh/weld.ts'
import { getFace } from './face.ts'
import { divideSurface } from './fine-surface.ts'
import { measureOverhangs, type Overhangs } from './measure-overhangs.ts'
import { measureStability } from './measure-stability.ts'
import { measureWalls } from './measure-walls.ts'

/** Measurements of a model in metres, independent of the print's size. */
export type PrintMeasures = {
  corners: Float32Array<ArrayBuffer>
  areas: Float32Array<ArrayBuffer>
  /** Wall thickness below each small triangle, `Infinity` without an opposite side. */
  walls: Float32Array<ArrayBuffer>
  steepness: Float32Array<ArrayBuffer>
  overhang: Omit<Overhangs, 'steepness'>
  tipDegrees: number
  volume: number
  area: number
}

/** Measures wall thickness, overhangs and stability of a print. */
export function checkPrint(
  parts: readonly MeshPart[],
  limitDegrees: number,
  onProgress: (fraction: number) => void = () => {},
): PrintMeasures {
  const welded = weld(parts)
  const { low, high } = measureExtent(parts)
  const sizeMetres = Math.max(...high.map((value, axis) => value - (low[axis] ?? 0)))
  const { volume, area } = analyzeTopology(parts)
  onProgress(0.1)
  const fine = divideSurface(welded, sizeMetres)
  const { steepness, ...overhang } = measureOverhangs(welded, limitDegrees)
  onProgress(0.2)
  return {
    corners: fine.corners,
    areas: Float32Array.from(
      { length: fine.origins.length },
      (_, at) => getFace(fine.corners, at * 9).area,
    ),
    walls: measureWalls(welded, fine, {
      sizeMetres,
      onProgress: (fraction) => onProgress(0.2 + 0.8 * fraction),
    }),
    steepness: Float32Array.from(fine.origins, (triangle) => steepness[triangle] ?? 0),
    overhang,
    tipDegrees: measureStability(welded),
    volume,
    area,
  }
}

type WallMeasures = Pick<PrintMeasures, 'walls' | 'areas'>

/** Fraction of the surface that is ignored, because walls are thin at edges. */
const thinnestRatio = 0.005

/** Returns a wall thickness in metres that nearly the whole surface exceeds. */
export function findThinnestWall({ walls, areas }: WallMeasures): number {
  const order = Uint32Array.from(walls, (_, at) => at).toSorted(
    (a, b) => (walls[a] ?? 0) - (walls[b] ?? 0),
  )
  const whole = areas.reduce((sum, area) => sum + area, 0)
  let passed = 0
  for (const at of order) {
    passed += areas[at] ?? 0
    if (passed >= whole * thinnestRatio) return walls[at] ?? Infinity
  }
  return Infinity
}

export const sumThinArea = ({ walls, areas }: WallMeasures, limitMetres: number): number =>
  areas.reduce((sum, area, at) => ((walls[at] ?? Infinity) < limitMetres ? sum + area : sum), 0)
