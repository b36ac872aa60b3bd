import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Asked = {
  messages: { role: string; content: unknown }[]
  tools?: { function: { name: string } }[]
}

export type CallingModel = {
  url: string
  asked: Asked[]
  close: () => void
}

/** Creates a question that makes the model call this tool, even if the tool was not offered. */
export const askToCall = (name: string, given: object = {}): string =>
  JSON.stringify({ name, given })

/**
 * Starts a model `openai/writer` that calls the tool named in its question and then answers
 * “Done.”.
 */
export async function startCallingModel(): Promise<CallingModel> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/models')) {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'writer', object: 'model' }] }))
      return
    }
    let body = ''
    request.on('data', (piece) => (body += String(piece)))
    request.on('end', () => {
      const sent = JSON.parse(body) as Asked
      asked.push(sent)
      response.setHeader('content-type', 'text/event-stream')
      const last = sent.messages.at(-1)
      const wanted = last?.role === 'user' ? parseCall(last.content) : undefined
      if (!wanted) return end(response, { content: 'Done.' }, 'stop')
      const call = { name: wanted.name, arguments: JSON.stringify(wanted.given) }
      end(
        response,
        { tool_calls: [{ index: 0, id: 'call', type: 'function', function: call }] },
        'tool_calls',
      )
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function parseCall(content: unknown): { name: string; given: object } | undefined {
  if (typeof content !== 'string' || !content.startsWith('{')) return undefined
  return JSON.parse(content) as { name: string; given: object }
}

function end(response: ServerResponse, delta: object, finishReason: string): void {
  response.end(`${chunk(delta, null)}${chunk({}, finishReason)}data: [DONE]\n\n`)
}

function chunk(delta: object, finishReason: string | null): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }]
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices })}\n\n`
}
