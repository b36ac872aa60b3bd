import { serveWorker } from '../worker/serve-worker.ts'
import { importFiles, type NamedFile } from './import-files.ts'

serveWorker(
  async ({ files }: { files: NamedFile[] }) => importFiles(files),
  (glb) => [glb.buffer],
)
