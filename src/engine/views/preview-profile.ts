import sharp from 'sharp'
import { cropObject, type Cutout } from '../crop.ts'
import { cleanMask } from '../mask/clean-mask.ts'
import { findForeground } from '../mask/find-foreground.ts'
import type { ViewPictures } from '../params.ts'
import { readProfile, type SideProfile } from './side-profile.ts'

const sidePx = 192
/** What `cleanMask` may spend on holes: a profile is read from the outline, which needs none. */
const faceLimit = 1_000

/**
 * The profile for the preview, read from small copies of the pictures of the sides. A picture on which
 * only the mask network could find the object is left out, as is one that cannot be read.
 */
export async function readPreviewProfile({
  left,
  right,
}: ViewPictures): Promise<SideProfile | undefined> {
  const [onLeft, onRight] = await Promise.all([left && cutOut(left), right && cutOut(right)])
  return readProfile(
    { ...(onLeft && { left: onLeft }), ...(onRight && { right: onRight }) },
    // The model itself will be told about.
    [],
  )
}

async function cutOut(bytes: Uint8Array): Promise<{ cutout: Cutout } | undefined> {
  try {
    const { data, info } = await sharp(bytes)
      .autoOrient()
      .toColourspace('srgb')
      .ensureAlpha()
      .resize(sidePx, sidePx, { fit: 'inside' })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const picture = { width: info.width, height: info.height, rgba: data, scale: 1 }
    const foreground = await findForeground(picture)
    return foreground && { cutout: cropObject(picture, cleanMask(foreground, faceLimit)) }
  } catch {
    // Read again at its full size, the picture is refused with a sentence that names it.
    return undefined
  }
}
