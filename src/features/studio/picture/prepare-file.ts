import { getEnlargement } from '#contract/files.ts'
import type { PictureRules } from '#lib/params/read-fields.ts'
import { readImageSize } from '#model-files/image-size.ts'
import { isHeic, readHeic } from '#model-files/pictures/heic/read-heic.ts'
import { t } from '#languages/studio.ts'
import { isAnimated } from './is-animated.ts'
import { getPictureBounds, isLargeEnough, getSideLimits } from './picture-sides.ts'
import { checkPicture, checkPictureFile } from '../state/picture.ts'

type Prepared =
  | {
      file: Blob
      name: string
      isAnimated: boolean
    }
  | {
      problem: string
      canRemake: boolean
    }

/**
 * Number of bytes that are read to find the picture's size, which may follow an embedded preview
 * and a colour profile.
 */
const headBytes = 512 * 1024

/** Checks a file before the upload. Converts HEIC to JPEG, because the page cannot show HEIC. */
export async function prepareFile(
  file: Blob,
  name: string,
  rules: PictureRules | undefined,
): Promise<Prepared> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  if (isHeic(head)) {
    const jpeg = await readHeic(file, getPictureBounds(undefined))
    if (!jpeg) {
      const problem = t(
        '{name} is a HEIC picture that cannot be read here; it may be damaged. Save it as JPEG and use that instead.',
        { name },
      )
      return { problem, canRemake: false }
    }
    return prepareFile(jpeg, name.replace(/\.(heic|heif|hif)$/i, '.jpg'), rules)
  }
  const problem = checkPictureFile({ name, type: file.type, size: file.size }, rules)
  if (problem !== undefined) {
    return { problem, canRemake: file.size > 0 && file.type.startsWith('image/') }
  }
  const size = enlarge(readImageSize(head))
  const misfit = size && checkPicture({ url: '', name, ...size }, getSideLimits(rules))
  if (misfit === undefined) return { file, name, isAnimated: isAnimated(head) }
  return { problem: misfit, canRemake: isLargeEnough(size, rules) }
}

/** Returns the size of a picture after the upload, because the server enlarges tiny pictures. */
function enlarge(size: ReturnType<typeof readImageSize>): typeof size {
  if (!size) return undefined
  const factor = getEnlargement(size.widthPx, size.heightPx)
  return { widthPx: size.widthPx * factor, heightPx: size.heightPx * factor }
}
