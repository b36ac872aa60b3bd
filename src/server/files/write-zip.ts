import type { ZipWriter } from '@zip.js/zip.js'
import { createYield } from '../process/yield-loop.ts'

export type Zip = Pick<ZipWriter<unknown>, 'add'>

/**
 * Creates a ZIP of any size as a stream.
 * @param what content for the log, such as `the export of the library`.
 * @param write adds the files one after another.
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
    // The error can only be logged, because the response has begun or the client has disconnected.
    console.warn(`${what[0]?.toUpperCase()}${what.slice(1)} ended early.`, error)
    await writable.abort(error).catch(() => {})
  })
  return readable
}

/** Option that adds a file without compression, for compressed data such as pictures and models. */
export const asItIs = { level: 0 } as const

async function createZip(writable: WritableStream<Uint8Array>): Promise<ZipWriter<unknown>> {
  const zipJs = await import('@zip.js/zip.js')
  // zip.js limits concurrent writers even without workers, and a few stalled downloads would block
  // all others.
  zipJs.configure({ useWebWorkers: false, maxWorkers: 100_000 })
  return new zipJs.ZipWriter(writable, { zip64: true })
}

/** Writes the central directory in steps, because there may be thousands of files. */
async function closeZip(zip: ZipWriter<unknown>): Promise<void> {
  const yieldLoop = createYield()
  await zip.close(undefined, { onprogress: yieldLoop })
}
