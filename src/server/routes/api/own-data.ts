import { Hono } from 'hono'
import type { Audit } from '../../audit/audit.ts'
import type { ChatTransfer } from '../../chat/transfer/transfer-service.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import { exportEverything } from '../../own-data/own-archive.ts'
import type { Spending } from '../../spending/spending.ts'
import type { Store } from '../../store/store.ts'
import type { RouteRules } from './route-rules.ts'

export const ownDataRules: RouteRules = { confirm: [[['GET'], ['']]] }

export const ownDataRoutes = (services: {
  store: Store
  blobs: BlobStore
  chatTransfer: ChatTransfer
  spending: Pick<Spending, 'flush'>
  audit: Audit
}) =>
  new Hono().get('/', async (c) => {
    const { store, blobs, chatTransfer, spending, audit } = services
    audit.note({ kind: 'export', subject: 'everything' })
    await spending.flush()
    const day = new Date().toISOString().slice(0, 10)
    return c.body(exportEverything({ store, blobs, chats: chatTransfer }), 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="bozzetto-everything-${day}.zip"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    })
  })
