// Open CASCADE compiles functions from strings. The server allows `eval` only for this file, and
// forbids network requests.
import { serveWorker } from '../../worker/serve-worker.ts'
import { emptyReport } from '../import-report.ts'
import type { Imported } from '../import-files.ts'
import { writePartsAsGlb } from '../write-glb.ts'
import type { CadQuestion } from './read-cad-file.ts'
import { readCad } from './read-cad.ts'

serveWorker(
  async ({ main, wasm }: CadQuestion): Promise<Imported> => {
    const report = emptyReport()
    return { glb: await writePartsAsGlb(await readCad(main, report, wasm)), report }
  },
  ({ glb }) => [glb.buffer],
)
