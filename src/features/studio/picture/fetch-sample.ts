import { type Sample, sampleUrl } from '../state/queries.ts'
import { PictureError } from '#model-files/pictures/picture-error.ts'

const timeLimitMs = 20_000

/**
 * One of our sample pictures, to be sent as if it had been dropped.
 *
 * @throws {PictureError} if it does not come.
 */
export async function fetchSample(sample: Sample): Promise<Blob> {
  const url = sampleUrl(sample)
  const response = await fetch(url, { signal: AbortSignal.timeout(timeLimitMs) }).catch(() => {
    // Whatever broke: the sample lies on our own server.
    throw new PictureError('The sample cannot be loaded. Is the server still running?')
  })
  if (!response.ok) throw new PictureError('Sample not found.')
  return response.blob()
}
