import { sampleFileName, sampleUrl, type Sample } from '../queries.ts'

/** Uploads one of our samples as if it had been dropped. */
export function useSample(
  send: (file: Blob, name: string) => void,
  refuse: (message: string) => void,
): (sample: Sample) => void {
  const fetchSample = async (sample: Sample) => {
    try {
      const response = await fetch(sampleUrl(sample), { signal: AbortSignal.timeout(20_000) })
      if (!response.ok) return refuse('This sample is not there.')
      send(await response.blob(), sampleFileName(sample))
    } catch {
      // Whatever broke: the sample lies on our own server.
      refuse('The sample cannot be loaded. Is the server still running?')
    }
  }
  return (sample) => void fetchSample(sample)
}
