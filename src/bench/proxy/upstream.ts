import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/*
 * Fake model with OpenAI's API. It runs in a separate process, so that it takes no CPU time from
 * the measuring process. It streams numbered events at a constant speed, and answers all other
 * requests at once.
 */

const tokensPerSecond = 50
/** Number of groups of streams, which send their tokens at different times. */
const slots = 10
const slotMs = 1000 / tokensPerSecond / slots

type Stream = { response: ServerResponse; sent: number; count: number }
const streams: Set<Stream>[] = Array.from({ length: slots }, () => new Set<Stream>())

const server = createServer((request, response) => {
  if (request.url?.endsWith('/models')) {
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ object: 'list', data: [{ id: 'writer', object: 'model' }] }))
    return
  }
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as {
      stream?: boolean
      max_tokens?: number
    }
    const count = asked.max_tokens ?? 1
    if (count > 1) begin(response, count)
    else if (asked.stream) {
      response.setHeader('Content-Type', 'text/event-stream')
      response.end(`${frame({ content: ' 0 ' }, null)}${frame({}, 'stop')}data: [DONE]\n\n`)
    } else {
      response.setHeader('Content-Type', 'application/json')
      response.end(completion)
    }
  })
})

function begin(response: ServerResponse, count: number): void {
  response.setHeader('Content-Type', 'text/event-stream')
  response.socket?.setNoDelay(true)
  response.flushHeaders()
  const stream = { response, sent: 0, count }
  const slot = streams[Math.floor(performance.now() / slotMs) % slots]
  response.on('close', () => slot?.delete(stream))
  // The first token is sent at once, because its latency is measured.
  speak(stream)
  slot?.add(stream)
}

/** Writes the chunk directly to the socket, which takes half the time of `response.write`. */
function speak(stream: Stream): boolean {
  const [before, after] = frameParts
  const text = `${before}${stream.sent}${after}`
  const { socket } = stream.response
  if (!socket || socket.destroyed) return false
  socket.write(`${text.length.toString(16)}\r\n${text}\r\n`, 'latin1')
  stream.sent++
  if (stream.sent < stream.count) return true
  stream.response.end(`${frame({}, 'stop')}data: [DONE]\n\n`)
  return false
}

function frame(delta: object, finishReason: string | null): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }]
  const event = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'writer', choices }
  return `data: ${JSON.stringify(event)}\n\n`
}

const frameParts = frame({ content: ' # ' }, null).split('#') as [string, string]

const completion = JSON.stringify({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'writer',
  choices: [{ index: 0, message: { role: 'assistant', content: ' 0 ' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
})

let next = Math.floor(performance.now() / slotMs) + 1
setInterval(() => {
  // If this timer is late on a busy machine, the streams of all missed time slots send now.
  for (const now = performance.now() / slotMs; next <= now; next++) {
    const slot = streams[next % slots]
    for (const stream of slot ?? []) if (!speak(stream)) slot?.delete(stream)
  }
}, slotMs)

server.listen(0, '127.0.0.1', 4096, () => {
  console.log(`Upstream is at http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`)
})
