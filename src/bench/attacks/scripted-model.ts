import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ScriptedModel = {
  url: string
  /** Milliseconds from the last byte of each tool call to the request that contains its result. */
  rounds: number[]
  stop: () => void
}

export const askFor = (name: string, given: object): string => JSON.stringify({ name, given })

/**
 * Starts a fake chat model with OpenAI's API, which calls the tool that the question names and then
 * ends its answer.
 */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const rounds: number[] = []
  let calledAtMs: number | undefined
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/models')) {
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'writer', object: 'model' }] }))
      return
    }
    const arrivedAtMs = performance.now()
    let body = ''
    request.on('data', (piece) => (body += String(piece)))
    request.on('end', () => {
      const { messages } = JSON.parse(body) as { messages: { role: string; content: unknown }[] }
      const question = messages.at(-1)
      response.setHeader('Content-Type', 'text/event-stream')
      // A picture from a tool arrives as a message of the user after the tool's result.
      if (question?.role !== 'user' || typeof question.content !== 'string') {
        if (calledAtMs !== undefined) rounds.push(arrivedAtMs - calledAtMs)
        calledAtMs = undefined
        return end(response, { content: 'Done.' }, 'stop')
      }
      const { name, given } = JSON.parse(question.content) as { name: string; given: object }
      const call = { name, arguments: JSON.stringify(given) }
      const toolCalls = [{ index: 0, id: 'call', type: 'function', function: call }]
      response.on('finish', () => (calledAtMs = performance.now()))
      end(response, { tool_calls: toolCalls }, 'tool_calls')
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    rounds,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function end(response: ServerResponse, delta: object, finishReason: string): void {
  response.end(`${chunk(delta, null)}${chunk({}, finishReason)}data: [DONE]\n\n`)
}

function chunk(delta: object, finishReason: string | null): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }]
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices })}\n\n`
}
