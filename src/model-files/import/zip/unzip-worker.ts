import { serveWorker } from '../../worker/serve-worker.ts'
import { isKnown } from '../endings.ts'
import { unzipFiles } from './unzip.ts'

serveWorker(
  async ({ bytes }: { bytes: Uint8Array }) => unzipFiles(bytes, isKnown),
  (files) => files.map(({ bytes }) => bytes.buffer),
)
