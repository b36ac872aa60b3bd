import { Agent, request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'

export type Target = { url: string; model: string; headers?: Record<string, string> }

export type StreamEnd = {
  firstMs: number
  lost: number
  frames: number
}

const oneEach = new Agent({ keepAlive: false, maxSockets: Infinity })
const silenceMs = 60_000

const restLengthMax = 4_096

/**
 * Reads a stream of `count` numbered tokens, and counts errors. Reads directly from the socket into
 * a shared buffer, because a thousand clients must need little CPU time.
 */
export function readNumbered(target: Target, count: number): Promise<StreamEnd> {
  const startMs = performance.now()
  const { hostname, port, pathname } = new URL(`${target.url}/chat/completions`)
  const body = bodyFor(target, { stream: true, max_tokens: count })
  const headers = {
    Host: `${hostname}:${port}`,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
    ...target.headers,
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  let firstMs = Number.NaN
  let frames = 0
  let lost = 0
  let rest = ''
  const take = (text: string) => {
    rest += text
    let from = 0
    for (const found of rest.matchAll(/"content":" (\d+) "/g)) {
      const number = Number(found[1])
      if (frames === 0) firstMs = performance.now() - startMs
      if (number !== frames + lost) lost += Math.abs(number - frames - lost)
      frames++
      from = found.index + found[0].length
    }
    rest = rest.slice(Math.max(from, rest.length - restLengthMax))
  }
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: {
        buffer: readBuffer,
        callback(length) {
          take(readBuffer.toString('latin1', 0, length))
          return true
        },
      },
    })
    socket.setTimeout(silenceMs, () => socket.destroy(new Error('Nothing comes any more.')))
    socket.on('error', reject)
    socket.on('close', () => resolve({ firstMs, frames, lost: Math.max(lost, count - frames) }))
    socket.write(`POST ${pathname} HTTP/1.1\r\n${head.join('')}\r\n${body}`)
  })
}

/**
 * One buffer for all clients, because each client processes its data before the next client reads.
 */
const readBuffer = Buffer.alloc(64 * 1024)

/** Returns the milliseconds until the first token of a stream, and closes the stream. */
export async function probeFirst(target: Target): Promise<number> {
  const startMs = performance.now()
  // Requests two tokens, because the fake model sends a single token without a delay.
  const response = await post(target, { stream: true, max_tokens: 2 }, oneEach)
  let text = ''
  let firstMs = Number.NaN
  for await (const chunk of response) {
    text += String(chunk)
    if (Number.isNaN(firstMs) && text.includes('"content":" 0 "')) {
      firstMs = performance.now() - startMs
    }
  }
  return firstMs
}

/** Returns the milliseconds that `count` complete answers take, `connections` at a time. */
export async function timeAnswers(
  target: Target,
  { count, connections }: { count: number; connections: number },
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  let left = count
  const work = async () => {
    while (left-- > 0) {
      const startMs = performance.now()
      const response = await post(target, { max_tokens: 1 }, agent)
      let text = ''
      for await (const chunk of response) text += String(chunk)
      if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${text}`)
      times.push(performance.now() - startMs)
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, work))
  } finally {
    agent.destroy()
  }
  return times
}

const bodyFor = ({ model }: Target, more: object): string =>
  JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }], ...more })

function post({ url, model, headers }: Target, more: object, agent: Agent) {
  const body = bodyFor({ url, model }, more)
  return new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(`${url}/chat/completions`, {
      method: 'POST',
      agent,
      timeout: silenceMs,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        ...headers,
      },
    })
    sent.on('response', resolve).on('error', reject)
    sent.on('timeout', () => sent.destroy(new Error(`Nothing came for ${silenceMs} ms.`)))
    sent.end(body)
  })
}
