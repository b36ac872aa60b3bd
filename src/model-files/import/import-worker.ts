import { serveWorker } from '../worker/serve-worker.ts'
import { importFiles, type ImportOptions, type NamedFile } from './import-files.ts'

serveWorker(
  async ({ files, units }: ImportOptions & { files: NamedFile[] }) => importFiles(files, { units }),
  ({ glb }) => [glb.buffer],
)
