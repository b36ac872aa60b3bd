import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Upstream = {
  url: string
  openCount: () => number
  close: () => Promise<void>
}

/** Starts a fake server on this machine. Port 0 selects any free port. */
export async function startUpstream(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
  port = 0,
): Promise<Upstream> {
  let openCount = 0
  const server = createServer((request, response) => {
    let body = ''
    openCount++
    response.on('close', () => openCount--)
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => answer(request, response, body))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    openCount: () => openCount,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export const createChunk = (
  delta: object,
  finishReason: string | null = null,
  extra: object = {},
) =>
  `data: ${JSON.stringify({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1_770_000_000,
    model: 'writer',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
    ...extra,
  })}\n\n`

export const createCompletion = (words: readonly string[]) => [
  createChunk({ role: 'assistant', content: '' }),
  ...words.map((content) => createChunk({ content })),
  createChunk({}, 'stop'),
  `data: ${JSON.stringify({ id: 'c1', choices: [], usage: { prompt_tokens: 5, completion_tokens: words.length, total_tokens: 5 + words.length } })}\n\n`,
  'data: [DONE]\n\n',
]

export const beginStream = (response: ServerResponse) =>
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
