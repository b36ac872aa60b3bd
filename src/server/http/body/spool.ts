import { randomUUID } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { HttpError } from '../../errors/http-error.ts'

const archiveBytesMax = 32 * 1024 ** 3
/** Maximum pause between two chunks of a body, in milliseconds. */
const idleMs = 60_000

/**
 * Stores a body in a temporary file while `work` reads the file. If the system allows it, the file
 * is unlinked immediately, so that nothing remains when the process ends.
 * @throws {HttpError} `too_large`, or `timed_out` after a pause of a minute. Also the errors of
 * `work`.
 */
export async function spooled<T>(
  body: Readable,
  work: (file: FileHandle) => Promise<T>,
): Promise<T> {
  // Without a listener, an early error would end the process.
  body.on('error', () => {})
  const name = path.join(tmpdir(), `bozzetto-import-${randomUUID()}.zip`)
  const file = await open(name, 'wx+', 0o600)
  try {
    // Windows cannot unlink an open file, so this removes the file at the end.
    await rm(name, { force: true }).catch(() => {})
    await spool(body, file)
    return await work(file)
  } finally {
    await file.close()
    await rm(name, { force: true })
  }
}

async function spool(body: Readable, file: FileHandle): Promise<void> {
  const chunks: AsyncIterable<Uint8Array> = body
  let length = 0
  const fallSilent = () =>
    body.destroy(new HttpError('timed_out', 'The upload of the archive stalled. Send it again.'))
  const timer = setTimeout(fallSilent, idleMs)
  try {
    for await (const chunk of chunks) {
      timer.refresh()
      length += chunk.byteLength
      if (length > archiveBytesMax) {
        throw new HttpError('too_large', 'The archive is larger than 32 GiB.')
      }
      await file.writeFile(chunk)
    }
  } finally {
    clearTimeout(timer)
  }
}
