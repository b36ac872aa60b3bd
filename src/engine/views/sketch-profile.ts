import sharp from 'sharp'
import { cropObject, type Cutout } from '../crop.ts'
import { cleanMask } from '../mask/clean-mask.ts'
import { findForeground } from '../mask/find-foreground.ts'
import type { ViewPictures } from '../params.ts'
import { readProfile, type SideProfile } from './side-profile.ts'

const sidePx = 192
/** The profile needs no holes. */
const faceLimit = 1_000

/**
 * The profile that the pictures of the sides show, from small copies of them and in a hurry: those on
 * which only the mask network could find the object are left out, as is what cannot be read.
 */
export async function sketchProfile({
  left,
  right,
}: ViewPictures): Promise<SideProfile | undefined> {
  const [onLeft, onRight] = await Promise.all([left && sketch(left), right && sketch(right)])
  return readProfile(
    { ...(onLeft && { left: onLeft }), ...(onRight && { right: onRight }) },
    // The model itself will be told about.
    [],
  )
}

async function sketch(bytes: Uint8Array): Promise<{ cutout: Cutout } | undefined> {
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
