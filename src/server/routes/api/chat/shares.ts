import { Hono, type Context } from 'hono'
import { eq } from 'drizzle-orm'
import { chatShareOptionsSchema, type ChatShareState } from '#contract/chat/chat-shares.ts'
import { endingOfModel } from '#lib/model-kinds.ts'
import type { Audit } from '../../../audit/audit.ts'
import type { ChatShareService } from '../../../chat/sharing/chat-share-service.ts'
import { exportAsJson } from '../../../chat/transfer/export-chats.ts'
import { HttpError } from '../../../errors/http-error.ts'
import type { BlobStore } from '../../../files/blobs/blob-store.ts'
import { sendJson } from '../../../http/send-json.ts'
import { toStream } from '../../../http/to-stream.ts'
import { readJsonBody } from '../../../http/validate.ts'
import { readDocumentText } from '../../../store/document-texts.ts'
import { asServer } from '../../../store/owner-scope.ts'
import { files } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'
import { sendBlob } from '../../send-blob.ts'
import type { RouteRules } from '../route-rules.ts'
import { unlisted } from '../shares.ts'

const optionsBytesMax = 1024
/** Browsers must ask the server on each use, so that a revoked link stops working immediately. */
const cacheControl = 'private, no-cache'

export const conversationShareRules: RouteRules = {
  confirmWithPassword: [[['PUT', 'DELETE'], ['/:id/share']]],
}

export const conversationShareRoutes = ({
  chatShares,
  audit,
}: {
  chatShares: ChatShareService
  audit: Audit
}) =>
  new Hono()
    .get('/:id/share', async (c) => {
      const share = await chatShares.find(c.req.param('id'))
      return c.json({ ...(share && { share }) } satisfies ChatShareState)
    })
    .put('/:id/share', async (c) => {
      const options = await readJsonBody(c, chatShareOptionsSchema, optionsBytesMax)
      const share = await chatShares.put(c.req.param('id'), options)
      audit.note({ kind: 'share_made', subject: `conversation ${c.req.param('id')}` })
      return c.json(share)
    })
    .delete('/:id/share', async (c) => {
      await chatShares.revoke(c.req.param('id'))
      audit.note({ kind: 'share_ended', subject: `conversation ${c.req.param('id')}` })
      return c.body(null, 204)
    })

type SharedChatServices = { chatShares: ChatShareService; store: Store; blobs: BlobStore }

/** Creates the routes of `/api/shared-chats`: read-only access to a chat through its share link. */
export const sharedChatRoutes = ({ chatShares, store, blobs }: SharedChatServices) => {
  const findModel = (c: Context) =>
    chatShares.model(c.req.param('token') ?? '', c.req.param('id') ?? '')
  return new Hono()
    .use(unlisted)
    .get('/:token', async (c) => {
      c.header('Cache-Control', cacheControl)
      return sendJson(c, await chatShares.open(c.req.param('token')))
    })
    .get('/:token/export', async (c) => {
      const detail = await chatShares.exported(c.req.param('token'))
      return c.body(toStream(exportAsJson(detail, new Date())), 200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': 'attachment; filename="chat.json"',
        'Cache-Control': cacheControl,
        'X-Content-Type-Options': 'nosniff',
      })
    })
    .get('/:token/pictures/:id', async (c) => {
      const { id, name } = await chatShares.file(c.req.param('token'), 'picture', c.req.param('id'))
      const [row] = await asServer(() => store.db.select().from(files).where(eq(files.id, id)))
      if (!row) throw new HttpError('not_found', 'This picture does not exist.')
      const { blobKey: key, mimeType } = row
      return sendBlob(c, blobs, { key, mimeType, fileName: name, cacheControl })
    })
    .get('/:token/models/:id', async (c) => {
      const { blobKey: key, mimeType, name } = await findModel(c)
      return sendBlob(c, blobs, {
        key,
        mimeType,
        fileName: `${name}.${endingOfModel(mimeType)}`,
        cacheControl,
      })
    })
    .get('/:token/models/:id/thumbnail', async (c) => {
      const { thumbnailKey: key, name } = await findModel(c)
      if (key === null) throw new HttpError('not_found', 'There is no preview.')
      return sendBlob(c, blobs, {
        key,
        mimeType: 'image/webp',
        fileName: `${name}.webp`,
        cacheControl,
      })
    })
    .get('/:token/documents/:id', async (c) => {
      const { id } = await chatShares.file(c.req.param('token'), 'document', c.req.param('id'))
      const text = await asServer(() => readDocumentText(store.db, id))
      return c.body(text, 200, {
        'Content-Type': 'text/plain; charset=utf-8',
        'Content-Disposition': 'attachment; filename="document.txt"',
        'Cache-Control': cacheControl,
        'X-Content-Type-Options': 'nosniff',
      })
    })
}

export const continueSharedRoutes = ({ chatShares }: { chatShares: ChatShareService }) =>
  new Hono().post('/:token/continue', async (c) =>
    c.json({ conversationId: await chatShares.copy(c.req.param('token')) }, 201),
  )
