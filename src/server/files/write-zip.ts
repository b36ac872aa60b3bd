import type { ZipWriter } from '@zip.js/zip.js'
import { createYield } from '../process/yield-loop.ts'

/** What files are added to. */
export type Zip = Pick<ZipWriter<unknown>, 'add'>

/**
 * A ZIP of any size that is made while it is read.
 *
 * @param what it is, for the log: `the export of the library`.
 * @param write adds the files, one after the other.
 */
export function zipStream(
  what: string,
  write: (zip: Zip) => Promise<void>,
): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writeAll = async () => {
    const zip = await createZip(writable)
    await write(zip)
    await closeZip(zip)
  }
  void writeAll().catch(async (error: unknown) => {
    // Who reads has gone away, or finds the archive cut: without its end it cannot be opened.
    console.warn(`${what[0]?.toUpperCase()}${what.slice(1)} ended early.`, error)
    await writable.abort(error).catch(() => {})
  })
  return readable
}

/** For what is compressed already, such as pictures and models. */
export const asItIs = { level: 0 } as const

async function createZip(writable: WritableStream<Uint8Array>): Promise<ZipWriter<unknown>> {
  const zipJs = await import('@zip.js/zip.js')
  // Without workers a place costs nothing, but archives would wait for places: as many downloads that
  // somebody lets stand as there are processors would hold up all others.
  zipJs.configure({ useWebWorkers: false, maxWorkers: 100_000 })
  return new zipJs.ZipWriter(writable, { zip64: true })
}

/** Writes the list of what is in an archive, in steps: there may be thousands of files. */
async function closeZip(zip: ZipWriter<unknown>): Promise<void> {
  const yieldLoop = createYield()
  await zip.close(undefined, { onprogress: yieldLoop })
}
