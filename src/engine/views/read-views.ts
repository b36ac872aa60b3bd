import { cleanColours, type ObjectColours } from '../colour.ts'
import { cropObject, type Cutout } from '../crop.ts'
import { decodePicture } from '../decode.ts'
import { EngineError } from '../errors.ts'
import { cleanMask } from '../mask/clean-mask.ts'
import { findForeground } from '../mask/find-foreground.ts'
import type { MaskNetworks } from '../mask/network.ts'
import { viewNames, type ViewName, type ViewPictures } from '../params.ts'

export type ObjectView = { readonly cutout: Cutout; readonly colours: ObjectColours }
export type Views = { [name in ViewName]?: ObjectView | undefined }

/** Minimum confidence of a reliable outline, 0 to 1. */
const confidenceMin = 0.3

/**
 * Finds the object in each picture of another side. Skips pictures without an object.
 * @param warnings receives a sentence for each skipped picture.
 * @throws {EngineError} for a file that is damaged or blank, with the side's name.
 */
export async function readViews(
  pictures: ViewPictures,
  { masks, faceLimit }: { masks: string | MaskNetworks; faceLimit: number },
  warnings: string[],
): Promise<Views> {
  const views: Views = {}
  for (const name of viewNames) {
    const bytes = pictures[name]
    if (!bytes) continue
    const view = await readView(bytes, masks, faceLimit).catch((error: unknown) => {
      if (!(error instanceof EngineError)) throw error
      if (error.code === 'no_foreground') return undefined
      throw new EngineError(error.code, `The picture of the ${name}: ${error.message}`, {
        cause: error,
      })
    })
    if (view) views[name] = view
    else warnings.push(`No object could be found in the picture of the ${name}; it was not used.`)
  }
  return views
}

async function readView(
  bytes: Uint8Array,
  masks: string | MaskNetworks,
  faceLimit: number,
): Promise<ObjectView | undefined> {
  const picture = await decodePicture(bytes)
  const foreground = await findForeground(picture, masks)
  if (foreground.confidence < confidenceMin) return undefined
  const cutout = cropObject(picture, cleanMask(foreground, faceLimit))
  return { cutout, colours: cleanColours(cutout) }
}
