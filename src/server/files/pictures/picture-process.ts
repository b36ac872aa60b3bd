import sharp from 'sharp'
import { answerJobs } from '../../process/bounded-job.ts'
import { decodeUpload, type DecodeOptions } from './decode-picture.ts'

/** Entry point of the process that decodes pictures, one at a time. */

// sharp's cache is off, because pictures rarely repeat.
sharp.cache(false)

answerJobs(async (options, picture) => {
  const { bytes, ...answer } = await decodeUpload(picture, options as DecodeOptions)
  return { answer, bytes }
})
