import sharp from 'sharp'
import { cropObject, type Cutout } from '../crop.ts'
import { cleanMask } from '../mask/clean-mask.ts'
import { findForeground } from '../mask/find-foreground.ts'
import type { ViewPictures } from '../params.ts'
import { readProfile, type SideProfile } from './side-profile.ts'

const sidePx = 192
/**
 * Face limit for `cleanMask`. A low limit keeps few holes, because a profile uses only the outline.
 */
const faceLimit = 1_000

/**
 * Reads a rough side profile for the preview from small copies of the side pictures. Skips pictures
 * that need the mask network or cannot be read.
 */
export async function readPreviewProfile({
  left,
  right,
}: ViewPictures): Promise<SideProfile | undefined> {
  const [onLeft, onRight] = await Promise.all([left && cutOut(left), right && cutOut(right)])
  return readProfile(
    { ...(onLeft && { left: onLeft }), ...(onRight && { right: onRight }) },
    // Drop the warnings, because the final model collects them.
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
    // Ignore the error, because the final model reads the picture again and reports the error.
    return undefined
  }
}
