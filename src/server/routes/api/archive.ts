import { Readable } from 'node:stream'
import { Hono } from 'hono'
import type { Audit } from '../../audit/audit.ts'
import { getBodyBytes } from '../../http/body/body-bytes.ts'
import { spooled } from '../../http/body/spool.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import type { FileService } from '../../files/file-service.ts'
import { createGate } from '../../process/gate.ts'
import { exportArchive } from '../../library/export-archive.ts'
import { importLibraryArchive } from '../../library/import-archive.ts'
import type { KeptBytes } from '../../spending/kept-bytes.ts'
import type { Store } from '../../store/store.ts'
import type { RouteRules } from './route-rules.ts'

const smallBytesMax = 4 * 1024 * 1024

export const archiveRules: RouteRules = { confirm: [[['GET'], ['']]] }

export function archiveRoutes(services: {
  store: Store
  blobs: BlobStore
  files: FileService
  keptBytes: KeptBytes
  audit: Audit
}) {
  const gate = createGate({ runningMax: 2, waitingMax: 0, smallBytesMax, what: 'import' })
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
      gate(
        async () => {
          const { body } = c.req.raw
          if (!body) throw new HttpError('bad_request', 'The archive is missing.')
          return spooled(Readable.fromWeb(body), async (file) =>
            c.json(await importLibraryArchive(services, file)),
          )
        },
        { bytes: getBodyBytes(c) },
      ),
    )
}
