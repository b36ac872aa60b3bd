import { serveWorker } from '../worker/serve-worker.ts'
import type { NamedFile } from './named-file.ts'
import { importFiles, type ImportOptions } from './import-files.ts'

serveWorker(
  async ({ files, units }: ImportOptions & { files: NamedFile[] }) => importFiles(files, { units }),
  ({ glb }) => [glb.buffer],
)
