import { cleanColours } from '../colour.ts'
import { cropObject } from '../crop.ts'
import { decodePicture } from '../decode.ts'
import { buildFields, type ShapeFields } from '../fields/build-fields.ts'
import { cleanMask } from '../mask/clean-mask.ts'
import { findForeground } from '../mask/find-foreground.ts'
import { completeParams, type EngineParams } from '../params.ts'
import { weightsPath } from './weights-path.fixture.ts'

/**
 * Builds the shape fields of a picture `side` pixels wide.
 * @returns the fields, and a function that returns the node at a pixel.
 */
export async function buildPictureFields(
  picture: Uint8Array,
  side: number,
  given: Partial<EngineParams> = {},
): Promise<{ fields: ShapeFields; nodeAt: (x: number, y: number) => number }> {
  const params = completeParams(given)
  const decoded = await decodePicture(picture)
  const foreground = await findForeground(decoded, weightsPath)
  const cutout = cropObject(decoded, cleanMask(foreground, params.face_limit))
  const fields = buildFields({ cutout, colours: cleanColours(cutout), params })
  const { width, cellsPerPixel } = fields.grid
  const scale = decoded.width / side
  return {
    fields,
    nodeAt: (x, y) =>
      Math.round((y * scale - cutout.top) * cellsPerPixel) * width +
      Math.round((x * scale - cutout.left) * cellsPerPixel),
  }
}
