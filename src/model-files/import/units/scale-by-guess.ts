import { Box3, type Object3D, Vector3 } from 'three'
import type { ImportReport } from '../import-report.ts'
import { guessUnit, type LengthUnit, metresPer } from './units.ts'

/** Scales a 3DS to metres. The format states no unit, so the user's choice or a guess decides. */
export function scaleByGuess(
  root: Object3D,
  chosen: LengthUnit | undefined,
  report: ImportReport,
): void {
  const size = new Box3().setFromObject(root).getSize(new Vector3())
  const longest = Math.max(size.x, size.y, size.z)
  const { unit, isUnsure } = guessUnit('3ds', longest, chosen)
  report.unit = { kind: '3ds', used: unit, isUnsure, longest }
  root.scale.multiplyScalar(metresPer(unit))
}
