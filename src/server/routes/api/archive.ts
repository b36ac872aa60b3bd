import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Hono } from 'hono'
import type { Audit } from '../../audit/audit.ts'
import { HttpError } from '../../errors.ts'
import type { BlobStore } from '../../files/blob-store.ts'
import type { FileService } from '../../files/file-service.ts'
import { createGate } from '../../files/gate.ts'
import { exportArchive } from '../../library/export-archive.ts'
import { importArchive } from '../../library/import-archive.ts'
import type { Store } from '../../store/store.ts'

const archiveBytesMax = 32 * 1024 ** 3
/** Nothing of the body for this long ends an import. */
const idleMs = 60_000

/** `/api/library/archive`: the whole library as one file, out and in. */
export function archiveRoutes(services: {
  store: Store
  blobs: BlobStore
  files: FileService
  audit: Audit
}) {
  const gate = createGate(1, 0)
  return new Hono()
    .get('/', (c) => {
      services.audit.note({ kind: 'export', subject: 'library' })
      const day = new Date().toISOString().slice(0, 10)
      c.header('Content-Type', 'application/zip')
      c.header('Content-Disposition', `attachment; filename="bozzetto-library-${day}.zip"`)
      c.header('Cache-Control', 'no-store')
      return c.body(exportArchive(services.store, services.blobs))
    })
    .post('/', (c) =>
      gate(async () => {
        const { body } = c.req.raw
        if (!body) throw new HttpError('bad_request', 'The archive is missing.')
        // Where the list of a ZIP's files is, at its end, is known only when all of it is there.
        const file = path.join(tmpdir(), `bozzetto-import-${randomUUID()}.zip`)
        try {
          await spool(Readable.fromWeb(body), file)
          const handle = await open(file)
          try {
            return c.json(await importArchive(services, handle))
          } finally {
            await handle.close()
          }
        } finally {
          await rm(file, { force: true })
        }
      }),
    )
}

/**
 * Writes a body to `file`.
 *
 * @throws {HttpError} `too_large`, or `timed_out` when nothing comes for a minute.
 */
export async function spool(body: Readable, file: string): Promise<void> {
  let length = 0
  const silence = new AbortController()
  const fallSilent = () =>
    silence.abort(new HttpError('timed_out', 'The archive stopped coming. Send it again.'))
  let timer = setTimeout(fallSilent, idleMs)
  const counted = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      clearTimeout(timer)
      timer = setTimeout(fallSilent, idleMs)
      length += chunk.byteLength
      done(
        length > archiveBytesMax
          ? new HttpError('too_large', 'The archive is larger than 32 GiB.')
          : null,
        chunk,
      )
    },
  })
  try {
    await pipeline(body, counted, createWriteStream(file, { mode: 0o600 }), {
      signal: silence.signal,
    })
  } catch (error) {
    throw silence.signal.aborted ? silence.signal.reason : error
  } finally {
    clearTimeout(timer)
  }
}
