import { Agent, request, type IncomingMessage } from 'node:http'

/** Where completions are to be had, and with which headers. */
export type Target = { url: string; model: string; headers?: Record<string, string> }

export type StreamEnd = {
  /** From the request to the first word. */
  firstMs: number
  /** Frames that did not come, or not in their order. */
  lost: number
  frames: number
}

const oneEach = new Agent({ keepAlive: false, maxSockets: Infinity })
const silenceMs = 60_000

/** Reads one stream of `count` numbered tokens to its end, and notes what is wrong with it. */
export async function readNumbered(target: Target, count: number): Promise<StreamEnd> {
  const startMs = performance.now()
  const response = await post(target, { stream: true, max_tokens: count }, oneEach)
  let firstMs = Number.NaN
  let frames = 0
  let lost = 0
  let rest = ''
  for await (const chunk of response) {
    rest += String(chunk)
    const end = rest.lastIndexOf('\n\n')
    if (end < 0) continue
    for (const [, number] of rest.slice(0, end + 2).matchAll(/"content":" (\d+) "/g)) {
      if (frames === 0) firstMs = performance.now() - startMs
      if (Number(number) !== frames + lost) lost += Math.abs(Number(number) - frames - lost)
      frames++
    }
    rest = rest.slice(end + 2)
  }
  return { firstMs, frames, lost: Math.max(lost, count - frames) }
}

/** Milliseconds until the first token of a stream; it is read no further than that and then ended. */
export async function probeFirst(target: Target): Promise<number> {
  const startMs = performance.now()
  // Two, because a single one is not paced.
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

/** Milliseconds that each of `count` whole answers took, `connections` at a time. */
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

function post({ url, model, headers }: Target, more: object, agent: Agent) {
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }], ...more })
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
