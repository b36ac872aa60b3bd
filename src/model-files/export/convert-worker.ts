import { fetchModel, serveWorker } from '../worker/serve-worker.ts'
import { browserPictures } from './browser-pictures.ts'
import { convertGlb } from './convert.ts'
import type { ConvertQuestion } from './convert-question.ts'

serveWorker(
  async ({ url, ...wish }: ConvertQuestion, onProgress) =>
    convertGlb(await fetchModel(url), wish, { pictures: browserPictures, onProgress }),
  ({ bytes }) => [bytes.buffer],
)
