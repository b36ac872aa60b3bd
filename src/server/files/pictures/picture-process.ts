import sharp from 'sharp'
import { answerJobs } from '../../process/bounded-job.ts'
import { decodePicture } from './decode-picture.ts'
import type { DecodedKind } from './picture-kind.ts'

/** The entry of the process that decodes pictures, one after the other. */

// No picture comes twice: sharp's cache would only keep memory that nobody asks for again.
sharp.cache(false)

answerJobs(async (kind, picture) => {
  const { bytes, ...answer } = await decodePicture(picture, kind as DecodedKind)
  return { answer, bytes }
})
