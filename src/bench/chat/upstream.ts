import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TokenText } from './texts.ts'

const tickMs = 5

export type BenchUpstream = {
  url: string
  sent: () => number
  stop: () => void
}

/**
 * Starts a fake chat model with OpenAI's API, which answers every request with `tokens` at a
 * constant speed.
 * @param tokensPerSecond `Infinity` sends all tokens at once.
 */
export async function startChatUpstream(
  tokens: TokenText,
  tokensPerSecond: number,
): Promise<BenchUpstream> {
  let sent = 0
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/models')) {
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'writer', object: 'model' }] }))
      return
    }
    request.resume()
    response.setHeader('Content-Type', 'text/event-stream')
    const startMs = performance.now()
    let at = 0
    const speak = () => {
      const elapsedMs = performance.now() - startMs
      const due =
        tokensPerSecond === Infinity
          ? tokens.length
          : Math.min(tokens.length, Math.floor((elapsedMs / 1000) * tokensPerSecond))
      for (; at < due; at++) response.write(chunk({ content: tokens[at] }, null))
      sent = at
      if (at < tokens.length) return
      clearInterval(timer)
      response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`)
    }
    const timer = setInterval(speak, tickMs)
    speak()
    response.on('close', () => clearInterval(timer))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    sent: () => sent,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function chunk(delta: object, finishReason: string | null): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }]
  const event = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'writer', choices }
  return `data: ${JSON.stringify(event)}\n\n`
}
