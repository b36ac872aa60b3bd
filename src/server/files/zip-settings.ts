import { configure, type ZipWriter } from '@zip.js/zip.js'
import { createYield } from '../process/yield-loop.ts'

// Without workers a place costs nothing, but archives would wait for places: as many downloads that
// somebody lets stand as there are processors would hold up all others.
configure({ useWebWorkers: false, maxWorkers: 100_000 })

/** Writes the list of what is in an archive, in steps: there may be thousands of files. */
export async function closeZip(zip: ZipWriter<unknown>): Promise<void> {
  const yieldLoop = createYield()
  await zip.close(undefined, { onprogress: yieldLoop })
}
