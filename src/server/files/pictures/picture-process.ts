import sharp from 'sharp'
import { answerJobs } from '../../process/bounded-job.ts'
import { decodePicture, type DecodeOptions } from './decode-picture.ts'

/** The entry of the process that decodes pictures, one after the other. */

// No picture comes twice: sharp's cache would only keep memory that nobody asks for again.
sharp.cache(false)

answerJobs(async (options, picture) => {
  const { bytes, ...answer } = await decodePicture(picture, options as DecodeOptions)
  return { answer, bytes }
})
