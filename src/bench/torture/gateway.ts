import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '#server/testing/fuzz/json-from-schema.ts'

const workMsMax = 1_500
/**
 * Number of pieces in which a result is sent, so that a server can be killed between two pieces.
 */
const pieces = 8
const wordMs = 15
const words = 60

/** A local gateway that counts purchases, and keeps running when the server is killed. */
export type TortureGateway = {
  url: string
  /** Number of submissions per `Idempotency-Key`, a header that the gateway itself ignores. */
  purchases: ReadonlyMap<string, number>
  close: () => void
}

/** @param model file that every task returns. */
export async function startTortureGateway(
  random: Random,
  model: Uint8Array,
): Promise<TortureGateway> {
  const purchases = new Map<string, number>()
  const endAt = new Map<string, number>()
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { pathname } = new URL(request.url ?? '/', 'http://gateway')
    const json = (value: unknown) => {
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify(value))
    }
    const task = /\/generation\/task\/(\w+)$/.exec(pathname)?.[1]
    if (pathname.endsWith('/skill/search')) {
      json({ hits: [{ id: 'quick_3d', name: 'Quick', output: ['3d'] }] })
    } else if (pathname.endsWith('/model-contracts/quick_3d')) {
      const properties = { prompt: { type: 'string', title: 'Prompt' } }
      json({ data: { input_schema: { type: 'object', required: ['prompt'], properties } } })
    } else if (pathname === '/llm/v1/models') {
      json({ object: 'list', data: [{ id: 'writer', object: 'model' }] })
    } else if (pathname === '/llm/chat/completions') await write(response)
    else if (pathname === '/model/v1/generation') {
      const key = String(request.headers['idempotency-key'])
      purchases.set(key, (purchases.get(key) ?? 0) + 1)
      // The delay after a purchase is the worst time for a kill, because the server does not know
      // the result.
      await wait(random() * 100)
      const id = `up${endAt.size}`
      endAt.set(id, performance.now() + random() * workMsMax)
      json({ id, status: 'in_progress' })
    } else if (pathname.startsWith('/result/')) await download(response)
    else if (task !== undefined && endAt.has(task)) {
      const isDone = performance.now() > (endAt.get(task) ?? 0)
      const content = [{ type: '3d', url: `${getUrl()}/result/${task}.glb` }]
      json(
        isDone
          ? { id: task, status: 'completed', output: [{ content }] }
          : { id: task, status: 'in_progress', progress: 0.5 },
      )
    } else response.writeHead(404).end()
  }

  async function download(response: ServerResponse): Promise<void> {
    response.setHeader('Content-Type', 'model/gltf-binary')
    response.setHeader('Content-Length', model.length)
    const size = Math.ceil(model.length / pieces)
    for (let at = 0; at < model.length && !response.destroyed; at += size) {
      response.write(model.subarray(at, at + size))
      await wait(random() * 60)
    }
    response.end()
  }

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const getUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: getUrl(),
    purchases,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function write(response: ServerResponse): Promise<void> {
  response.setHeader('Content-Type', 'text/event-stream')
  for (let at = 0; at < words && !response.destroyed; at++) {
    response.write(
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: `word${at} ` } }] })}\n\n`,
    )
    await wait(wordMs)
  }
  response.end(
    'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
  )
}
