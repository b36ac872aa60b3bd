import type { ZipWriter, ZipWriterConstructorOptions } from '@zip.js/zip.js'
import { createYield } from '../process/yield-loop.ts'

/** Begins a ZIP of any size that is written to `writable` while it is made. */
export async function createZip(
  writable: WritableStream<Uint8Array>,
  options: ZipWriterConstructorOptions = {},
): Promise<ZipWriter<unknown>> {
  const zipJs = await import('@zip.js/zip.js')
  // Without workers a place costs nothing, but archives would wait for places: as many downloads that
  // somebody lets stand as there are processors would hold up all others.
  zipJs.configure({ useWebWorkers: false, maxWorkers: 100_000 })
  return new zipJs.ZipWriter(writable, { zip64: true, ...options })
}

/** Writes the list of what is in an archive, in steps: there may be thousands of files. */
export async function closeZip(zip: ZipWriter<unknown>): Promise<void> {
  const yieldLoop = createYield()
  await zip.close(undefined, { onprogress: yieldLoop })
}
