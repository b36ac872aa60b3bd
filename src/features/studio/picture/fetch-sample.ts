import { type Sample, sampleUrl } from '../state/queries.ts'
import { PictureError } from '#model-files/pictures/picture-error.ts'

const timeLimitMs = 20_000

/**
 * Fetches a sample picture, to be uploaded like a dropped file.
 *
 * @throws {PictureError} if it cannot be loaded.
 */
export async function fetchSample(sample: Sample): Promise<Blob> {
  const url = sampleUrl(sample)
  const response = await fetch(url, { signal: AbortSignal.timeout(timeLimitMs) }).catch(() => {
    // Samples are on this server, so any error means that the server is unreachable.
    throw new PictureError('The sample cannot be loaded. Is the server still running?')
  })
  if (!response.ok) throw new PictureError('Sample not found.')
  return response.blob()
}
