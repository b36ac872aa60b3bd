import { Readable } from 'node:stream'
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { chatImportBytesMax } from '#contract/chat/transfer.ts'
import type { Audit } from '../../../audit/audit.ts'
import type { ChatTransfer } from '../../../chat/transfer/transfer-service.ts'
import { spooled } from '../../../http/body/spool.ts'
import { getBodyBytes } from '../../../http/body/body-bytes.ts'
import { createGate } from '../../../process/gate.ts'
import { toStream } from '../../../http/to-stream.ts'
import { readBody } from '../../../http/body/read-body.ts'
import { parseOr400 } from '../../../http/validate.ts'
import type { RouteRules } from '../route-rules.ts'

const formatSchema = z.enum(['markdown', 'json', 'zip']).default('json')
const zipStart = [0x50, 0x4b]

type ExportServices = { chatTransfer: ChatTransfer; audit: Audit }

export const conversationExportRoutes = ({ chatTransfer, audit }: ExportServices) =>
  new Hono().get('/:id/export', async (c) => {
    const format = parseOr400(formatSchema, c.req.query('format'))
    audit.note({ kind: 'export', subject: `conversation ${c.req.param('id')}` })
    if (format === 'zip') {
      const { name, body } = await chatTransfer.zipOne(c.req.param('id'))
      return download(c, body, { type: 'application/zip', name: `${name}.zip` })
    }
    const { name, pieces } = await chatTransfer.exportOne(c.req.param('id'), format)
    const type = format === 'json' ? 'application/json' : 'text/markdown'
    return download(c, toStream(pieces), {
      type,
      name: `${name}.${format === 'json' ? 'json' : 'md'}`,
    })
  })

export const exportRules: RouteRules = { confirm: [[['GET'], ['']]] }

/**
 * Creates the route of `/api/export`, which exports all chats. `?format=zip` includes pictures and
 * documents.
 */
export const exportRoutes = ({ chatTransfer, audit }: ExportServices) =>
  new Hono().get('/', (c) => {
    const format = parseOr400(formatSchema, c.req.query('format'))
    audit.note({ kind: 'export', subject: 'all conversations' })
    if (format === 'zip') {
      const name = 'bozzetto-chats.zip'
      return download(c, chatTransfer.zipAll(), { type: 'application/zip', name })
    }
    const body = toStream(chatTransfer.exportAll())
    return download(c, body, { type: 'application/json', name: 'bozzetto-chats.json' })
  })

const smallBytesMax = 4 * 1024 * 1024

/**
 * Creates the route of `/api/import`, which accepts exports of Bozzetto and other programs, as JSON
 * or ZIP.
 */
export function importRoutes({ chatTransfer }: { chatTransfer: ChatTransfer }) {
  const gate = createGate({ runningMax: 2, waitingMax: 4, smallBytesMax, what: 'import' })
  return new Hono().post('/', async (c) => {
    const { body } = c.req.raw
    const [start, whole] = body ? await peek(body) : []
    if (!whole || !start || !zipStart.every((byte, at) => start[at] === byte)) {
      return c.json(
        await chatTransfer.importAll(
          await readBody(c, chatImportBytesMax, whole ? { body: whole } : {}),
        ),
      )
    }
    return gate(
      () =>
        spooled(Readable.fromWeb(whole), async (file) =>
          c.json(await chatTransfer.importZip(file)),
        ),
      { bytes: getBodyBytes(c) },
    )
  })
}

async function peek(
  body: ReadableStream<Uint8Array>,
): Promise<[Uint8Array, ReadableStream<Uint8Array>]> {
  const reader = body.getReader()
  const first = await reader.read()
  const start = first.value ?? new Uint8Array()
  const whole = new ReadableStream<Uint8Array>({
    start: (controller) => (first.done ? controller.close() : controller.enqueue(start)),
    async pull(controller) {
      const next = await reader.read()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return [start, whole]
}

function download(
  c: Context,
  body: ReadableStream<Uint8Array>,
  { type, name }: { type: string; name: string },
): Response {
  const plain = name.replaceAll(/[^\w. -]/g, '_')
  return c.body(body, 200, {
    'Content-Type': type === 'application/zip' ? type : `${type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
}
