import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { importBytesMax } from '#contract/chat-transfer.ts'
import type { ChatTransfer } from '../../chat/transfer-service.ts'
import { parseOr400, readBody } from '../../validate.ts'

const formatSchema = z.enum(['markdown', 'json']).default('json')

/** `/api/conversations/:id/export`. */
export const conversationExportRoutes = ({ chatTransfer }: { chatTransfer: ChatTransfer }) =>
  new Hono().get('/:id/export', async (c) => {
    const format = parseOr400(formatSchema, c.req.query('format'))
    const { name, text } = await chatTransfer.exportOne(c.req.param('id'), format)
    const type = format === 'json' ? 'application/json' : 'text/markdown'
    return download(c, text, { type, name: `${name}.${format === 'json' ? 'json' : 'md'}` })
  })

/** `/api/export`: everything. */
export const exportRoutes = ({ chatTransfer }: { chatTransfer: ChatTransfer }) =>
  new Hono().get('/', (c) => {
    const pieces = chatTransfer.exportAll()
    const encoder = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const piece = await pieces.next()
        if (piece.done) controller.close()
        else controller.enqueue(encoder.encode(piece.value))
      },
      async cancel() {
        await pieces.return(undefined)
      },
    })
    return download(c, body, { type: 'application/json', name: 'bozzetto-chats.json' })
  })

/** `/api/import`: an export of ours or ChatGPT's. */
export const importRoutes = ({ chatTransfer }: { chatTransfer: ChatTransfer }) =>
  new Hono().post('/', async (c) =>
    c.json(await chatTransfer.importAll(await readBody(c, importBytesMax))),
  )

function download(
  c: Context,
  body: string | ReadableStream<Uint8Array>,
  { type, name }: { type: string; name: string },
): Response {
  const plain = name.replaceAll(/[^\w. -]/g, '_')
  return c.body(body, 200, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
}
